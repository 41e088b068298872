import type { BodyOf, CallName, Calls, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api/calls';
import type { Book, Language } from '@glasshouse/api/constants';

/**
 * How a call is answered. Modules write handlers of this shape; the gateway validates the input,
 * identifies the caller and wraps the answer in the envelope. Neither side knows the other.
 */
export type CallAnswer<Result = unknown> =
  | {
      readonly ok: true;
      readonly result: Result;
      /** A code of the catalogue (20001…20005), sent as `message` in the caller's language. */
      readonly notice?: number;
    }
  | {
      readonly ok: false;
      readonly code: number;
      readonly fields?: { readonly [field: string]: number };
      /** Those that the message names, plain decimals. */
      readonly amounts?: { readonly [name: string]: string };
      /** Seconds, with 11001. */
      readonly retryAfter?: number;
    };

export interface Caller {
  readonly userId: number;
  readonly sessionId: number;
  readonly kind: 'guest' | 'user';
  readonly status: 'active' | 'frozen';
  /** Counts by themselves; others count with their network as well. */
  readonly hasWeight: boolean;
}

export interface CallContext {
  /** Always present where the call has `auth: 'user'`. */
  readonly caller: Caller | undefined;
  readonly book: Book;
  readonly language: Language;
  /** What the header `visitor` says, unchecked. */
  readonly visitor: string | undefined;
  readonly ip: string;
  readonly userAgent: string;
  /** `<userId>:<Idempotency-Key>`; always present where the call has `movesMoney`. */
  readonly commandId: string;
}

export interface CallInput {
  readonly params: unknown;
  readonly query: unknown;
  readonly body: unknown;
}

export type CallHandler<Input = CallInput, Result = unknown> = (
  input: Input,
  context: CallContext,
) => CallAnswer<Result> | Promise<CallAnswer<Result>>;

/** The success of a call whose answer is a file: streamed as fast as the client reads. */
export interface FileResult {
  readonly name: string;
  readonly type: string;
  readonly chunks: AsyncGenerator<string | Uint8Array>;
  /** Never changes and is anybody's: browsers may keep it. */
  readonly isPublic?: true;
}

type SuccessOf<Name extends CallName> = Calls[Name] extends { readonly file: readonly string[] }
  ? FileResult
  : ResultOf<Name>;

/** A handler of one call, typed by its schemas. */
export type HandlerOf<Name extends CallName> = CallHandler<
  { readonly params: ParamsOf<Name>; readonly query: QueryOf<Name>; readonly body: BodyOf<Name> },
  SuccessOf<Name>
>;

/** The handlers of a module. */
export type CallHandlers = { readonly [Name in CallName]?: HandlerOf<Name> };

export const done = <Result>(result: Result, notice?: number): CallAnswer<Result> =>
  notice === undefined ? { ok: true, result } : { ok: true, result, notice };

export const refuse = (code: number, ...fields: readonly string[]): CallAnswer<never> =>
  fields.length === 0
    ? { ok: false, code }
    : { ok: false, code, fields: Object.fromEntries(fields.map((field) => [field, code])) };

/** What the core answers to a command; 200 is success. */
interface CoreAnswer {
  readonly code: number;
  readonly result: unknown;
  readonly fields?: { readonly [field: string]: number };
}

/** The core's answer as the answer of a call. */
export function answerOf<Result>(answer: CoreAnswer): CallAnswer<Result> {
  if (answer.code === 200) return { ok: true, result: answer.result as Result };
  return answer.fields === undefined
    ? { ok: false, code: answer.code }
    : { ok: false, code: answer.code, fields: answer.fields };
}

/** The caller of a call for users only; a missing one is a bug of the gateway. */
export function callerOf(context: CallContext): Caller {
  if (context.caller === undefined) throw new Error('this call needs a user');
  return context.caller;
}
