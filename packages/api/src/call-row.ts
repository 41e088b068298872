import type { Method } from './define-call.ts';

/** What a browser needs to make a call. */
export interface CallRow {
  readonly method: Method;
  /** Below `BASE_PATH`. */
  readonly path: string;
}

export const get = (path: string): CallRow => ({ method: 'GET', path });
export const post = (path: string): CallRow => ({ method: 'POST', path });
