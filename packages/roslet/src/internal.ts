/** For sister packages only: no compatibility promise. */
export {};
