/** Every code that loading the addon can throw, with its one-line meaning. */
export declare const ERROR_CODES: Readonly<Record<NativeErrorCode, string>>;

export type NativeErrorCode = 'ERR_ROSLET_NATIVE_MISSING' | 'ERR_ROSLET_NATIVE_LOAD';

/** Thrown by `require('@roslet/native')` when there is no addon that this process can use. */
export declare class NativeLoadError extends Error {
  readonly code: NativeErrorCode;
  constructor(code: NativeErrorCode, message: string, options?: { cause?: unknown });
}
