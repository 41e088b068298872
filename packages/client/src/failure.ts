/** Why a call gave no result. Only `refused` is decided; after the others nobody knows yet. */
export type Failure =
  | {
      readonly kind: 'refused';
      readonly code: number;
      /** In the reader's language, written by the server. */
      readonly message: string;
      readonly fields: Readonly<Record<string, number>>;
    }
  | { readonly kind: 'limited'; readonly message: string; readonly retryAfterSeconds: number }
  | { readonly kind: 'session' }
  | { readonly kind: 'server'; readonly message: string; readonly requestId: string | undefined }
  | { readonly kind: 'timeout' }
  | { readonly kind: 'unreachable' };

/** TanStack Query carries failures as thrown errors; this is the only one to throw. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** The failure in a thrown error. Anything but a `CallError` came from the network. */
export const failureOf = (error: Error): Failure =>
  error instanceof CallError ? error.failure : { kind: 'unreachable' };

/** Refused with exactly this code. */
export const isRefusal = (failure: Failure, expected: number): boolean =>
  failure.kind === 'refused' && failure.code === expected;

/** Whether the request may have been carried out without an answer. Retry with the same key. */
export const isUncertain = (failure: Failure): boolean =>
  failure.kind === 'timeout' || failure.kind === 'unreachable' || failure.kind === 'server';
