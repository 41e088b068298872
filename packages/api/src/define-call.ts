import type { TSchema } from 'typebox';
import type { CodeKey } from './codes.ts';

export type Method = 'GET' | 'POST';
/** `optional`: works without a token, and uses one that is sent. */
export type Auth = 'public' | 'optional' | 'user';

export interface CallSpec {
  readonly name: string;
  readonly method: Method;
  /** Below `BASE_PATH`; parameters as `{id}`. */
  readonly path: string;
  readonly auth: Auth;
  /** Takes an `Idempotency-Key`: the same key and body give the same answer once. */
  readonly movesMoney: boolean;
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly result: TSchema;
  /** Refusals besides those that every call can give (`COMMON_CODES`). */
  readonly codes: readonly CodeKey[];
  /** Sent as `message` with a success. */
  readonly success?: CodeKey;
  /**
   * False: the shape is settled, and a later release answers it; until then the path is not found.
   */
  readonly served: boolean;
  /**
   * Media types of a success that is a file instead of an envelope; `result` is then the schema of
   * its content. Refusals come in the envelope as always.
   */
  readonly file?: readonly string[];
  /** The body is a multipart form with one file. */
  readonly multipart?: boolean;
}

export const defineCall = <const Spec extends CallSpec>(spec: Spec): Spec => spec;

/** What any call may answer. */
export const COMMON_CODES: readonly CodeKey[] = [
  'tooManyRequests',
  'unknownField',
  'fieldRequired',
  'wrongType',
  'wrongFormat',
  'outOfRange',
  'serverError',
];
/** Besides, where a token is needed. */
export const SESSION_CODES: readonly CodeKey[] = ['notLoggedIn', 'sessionExpired', 'userStatusAbnormal'];
/** Besides, where money moves. */
export const MONEY_CODES: readonly CodeKey[] = [
  'tooManyDecimals',
  'idempotencyKeyInvalid',
  'idempotencyKeyReused',
  'userStatusWrong',
  'coreUnavailable',
];
