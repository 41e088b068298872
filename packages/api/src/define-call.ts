import type { TSchema } from 'typebox';
import type { CodeKey } from './codes.ts';

export type Method = 'GET' | 'POST';
/** `optional`: works without a token, and uses one when sent. */
export type Auth = 'public' | 'optional' | 'user';

export interface CallSpec {
  readonly name: string;
  readonly method: Method;
  /** Below `BASE_PATH`; parameters as `{id}`. */
  readonly path: string;
  readonly auth: Auth;
  /** Takes an `Idempotency-Key`: the same key and body run once and get the same answer. */
  readonly movesMoney: boolean;
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly result: TSchema;
  /** Refusals beyond `COMMON_CODES`. */
  readonly codes: readonly CodeKey[];
  /** Sent as `message` with a success. */
  readonly success?: CodeKey;
  /** False: the schema is final but the call is not implemented yet and answers 404. */
  readonly served: boolean;
  /**
   * Media types when a success is a file instead of an envelope; `result` then describes its
   * content. Refusals still come in the envelope.
   */
  readonly file?: readonly string[];
  /** The body is a multipart form with one file. */
  readonly multipart?: boolean;
  /** How large that file may be, where no parameter says so. */
  readonly fileBytesMax?: number;
}

export const defineCall = <const Spec extends CallSpec>(spec: Spec): Spec => spec;

/** Refusals of any call. */
export const COMMON_CODES: readonly CodeKey[] = [
  'tooManyRequests',
  'unknownField',
  'fieldRequired',
  'wrongType',
  'wrongFormat',
  'outOfRange',
  'serverError',
];
/** Further refusals of calls that take a token. */
export const SESSION_CODES: readonly CodeKey[] = [
  'notLoggedIn',
  'sessionExpired',
  'userStatusAbnormal',
  'credentialsDiffer',
];
/** Further refusals of calls that move money. */
export const MONEY_CODES: readonly CodeKey[] = [
  'tooManyDecimals',
  'idempotencyKeyInvalid',
  'idempotencyKeyReused',
  'userStatusWrong',
  'coreUnavailable',
  'outcomeUnknown',
];
