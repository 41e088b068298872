/** Why a call gave no result. Only `refused` was decided by the other side; after the others nobody knows yet. */
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

/** The query library carries failures as thrown errors; this is the only thing it may throw. */
export class CallError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.kind);
    this.failure = failure;
  }
}

/** What a thrown error says of a call; anything but a `CallError` came before there was an answer. */
export const failureOf = (error: Error): Failure =>
  error instanceof CallError ? error.failure : { kind: 'unreachable' };

/** Whether the request may have been carried out although no answer came: ask again with the same key. */
export const isUncertain = (failure: Failure): boolean =>
  failure.kind === 'timeout' || failure.kind === 'unreachable' || failure.kind === 'server';
