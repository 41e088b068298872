import type { Language } from '@glasshouse/api/constants';
import type {
  OperatorBodyOf,
  OperatorCallName,
  OperatorCalls,
  OperatorParamsOf,
  OperatorQueryOf,
  OperatorResultOf,
} from '@glasshouse/api/operator/calls';
import type { CallAnswer, FileResult } from './call.ts';

/**
 * From where an operator acts; part of every command that they cause. `credential` is the
 * fingerprint of the second factor, `device` that of the browser: an approval needs others than
 * the request had.
 */
export type OperatorStamp = {
  readonly operator: number;
  readonly session: number;
  readonly device: string;
  readonly credential: string;
  readonly address: string;
};

export interface SignedInOperator {
  readonly id: number;
  readonly name: string;
  readonly roles: readonly string[];
}

export interface OperatorContext {
  /** Present unless the call is one of signing in. */
  readonly operator: SignedInOperator | undefined;
  readonly sessionId: number | undefined;
  /** Token of the session, where one was sent that is open; for the calls of signing in. */
  readonly token: string | undefined;
  /** Fingerprint of the browser. */
  readonly device: string;
  /** Sets the session's cookie, or takes it away. */
  readonly keepToken: (token: string | undefined) => void;
  /** What goes into the body of commands as `by`. Throws before the second factor was given. */
  readonly stamp: () => OperatorStamp;
  readonly language: Language;
  readonly ip: string;
  readonly userAgent: string;
  /** `op<operator>:<Idempotency-Key>`; present where the call is a `command`. */
  readonly commandId: string;
}

type SuccessOf<Name extends OperatorCallName> = OperatorCalls[Name] extends { readonly file: readonly string[] }
  ? FileResult
  : OperatorResultOf<Name>;

/** A handler of one operator call, typed by its schemas. */
export type OperatorHandlerOf<Name extends OperatorCallName> = (
  input: {
    readonly params: OperatorParamsOf<Name>;
    readonly query: OperatorQueryOf<Name>;
    readonly body: OperatorBodyOf<Name>;
  },
  context: OperatorContext,
) => CallAnswer<SuccessOf<Name>> | Promise<CallAnswer<SuccessOf<Name>>>;

/** The operator of a call that is not one of signing in; a missing one is a bug of the gateway. */
export function operatorOf(context: OperatorContext): SignedInOperator {
  if (context.operator === undefined) throw new Error('this call needs an operator');
  return context.operator;
}

/** The operator calls of a module. */
export type OperatorHandlers = { readonly [Name in OperatorCallName]?: OperatorHandlerOf<Name> };
