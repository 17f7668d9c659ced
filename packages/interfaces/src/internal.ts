/** For sister packages only: no compatibility promise. */
export { suggestNames } from './registry/suggestions';
