import type { Static, TSchema } from 'typebox';
import { loginCalls } from './calls/login.ts';
import { orderCalls } from './calls/order.ts';
import { publicCalls } from './calls/public.ts';
import { userCalls } from './calls/user.ts';
import { walletCalls } from './calls/wallet.ts';
import type { CallSpec } from './define-call.ts';

export const calls = { ...loginCalls, ...publicCalls, ...orderCalls, ...userCalls, ...walletCalls };

export type Calls = typeof calls;
export type CallName = keyof Calls;
export const CALL_NAMES = Object.keys(calls) as readonly CallName[];

/** A call as generic code (HTTP server, OpenAPI) sees it. */
export const callSpec = (name: CallName): CallSpec => calls[name];

type Part<Name extends CallName, Key extends string> = Calls[Name] extends { readonly [K in Key]: infer Schema }
  ? Schema extends TSchema
    ? Static<Schema>
    : undefined
  : undefined;

export type ParamsOf<Name extends CallName> = Part<Name, 'params'>;
export type QueryOf<Name extends CallName> = Part<Name, 'query'>;
export type BodyOf<Name extends CallName> = Part<Name, 'body'>;
export type ResultOf<Name extends CallName> = Part<Name, 'result'>;
