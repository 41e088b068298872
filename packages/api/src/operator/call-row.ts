import type { Method } from '../define-call.ts';

export interface OperatorCallRow {
  readonly method: Method;
  /** Below `OPERATOR_PATH`. */
  readonly path: string;
  /** Takes an `Idempotency-Key`. */
  readonly command: boolean;
}

export const get = (path: string): OperatorCallRow => ({ method: 'GET', path, command: false });
export const post = (path: string): OperatorCallRow => ({ method: 'POST', path, command: false });
export const command = (path: string): OperatorCallRow => ({ method: 'POST', path, command: true });
