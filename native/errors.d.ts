/** Every code that loading the addon, or its C++ side, can throw, with its one-line meaning. */
export declare const ERROR_CODES: Readonly<Record<NativeErrorCode, string>>;

export type NativeLoadErrorCode = 'ERR_ROSLET_NATIVE_MISSING' | 'ERR_ROSLET_NATIVE_LOAD';

export type NativeErrorCode =
  | NativeLoadErrorCode
  | 'ERR_ROSLET_NATIVE_ARGUMENT'
  | 'ERR_ROSLET_DIRECTORY'
  | 'ERR_ROSLET_UNTRUSTED_FILE'
  | 'ERR_ROSLET_LAYOUT_VERSION'
  | 'ERR_ROSLET_DOMAIN_FULL'
  | 'ERR_ROSLET_DOMAIN_BUSY'
  | 'ERR_ROSLET_TOO_MANY_ENDPOINTS'
  | 'ERR_ROSLET_SYSTEM'
  | 'ERR_ROSLET_RESERVATION'
  | 'ERR_ROSLET_MESSAGE_TOO_LARGE';

/** Thrown by `require('@roslet/native')` when there is no addon that this process can use. */
export declare class NativeLoadError extends Error {
  readonly code: NativeLoadErrorCode;
  constructor(code: NativeLoadErrorCode, message: string, options?: { cause?: unknown });
}
