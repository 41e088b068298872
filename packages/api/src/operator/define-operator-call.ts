import type { TSchema } from 'typebox';
import type { CodeKey } from '../codes.ts';
import type { Method } from '../define-call.ts';
import type { Permission } from './permissions.ts';

/**
 * Who may call. `signing in`: no session yet, or one whose second factor is still missing.
 * `signed in`: any operator, about their own account. Otherwise the permission that the operator's
 * roles must hold.
 */
export type OperatorAccess = 'signing in' | 'signed in' | Permission;

export interface OperatorCallSpec {
  readonly name: string;
  readonly method: Method;
  /** Below `OPERATOR_PATH`; parameters as `{id}`. */
  readonly path: string;
  readonly access: OperatorAccess;
  /** Needs a TOTP code or a passkey given within the last minutes: money, roles, exports. */
  readonly stepUp: boolean;
  /** Becomes a command of the log: takes an `Idempotency-Key`, runs once. */
  readonly command: boolean;
  readonly summary: string;
  readonly params?: TSchema;
  readonly query?: TSchema;
  readonly body?: TSchema;
  readonly result: TSchema;
  /** Refusals beyond those of every operator call. */
  readonly codes: readonly CodeKey[];
  /** The body is a multipart form with one file. */
  readonly multipart?: boolean;
  /** Media types when a success is a file instead of an envelope. */
  readonly file?: readonly string[];
}

export const defineOperatorCall = <const Spec extends OperatorCallSpec>(spec: Spec): Spec => spec;
