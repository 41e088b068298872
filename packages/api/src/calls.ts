import type { Static, TSchema } from 'typebox';
import { accountCalls } from './calls/account.ts';
import { contentCalls } from './calls/content.ts';
import { depositCalls } from './calls/deposits.ts';
import { glassCalls } from './calls/glass.ts';
import { kycCalls } from './calls/kyc.ts';
import { layoutCalls } from './calls/layout.ts';
import { loginCalls } from './calls/login.ts';
import { nftCalls } from './calls/nfts.ts';
import { noticeCalls } from './calls/notices.ts';
import { orderCalls } from './calls/order.ts';
import { planCalls } from './calls/plans.ts';
import { publicCalls } from './calls/public.ts';
import { referralCalls } from './calls/referrals.ts';
import { riskCalls } from './calls/risk.ts';
import { securityCalls } from './calls/security.ts';
import { sharedCalls } from './calls/shared.ts';
import { signInCalls } from './calls/sign-in.ts';
import { supportCalls } from './calls/support.ts';
import { userCalls } from './calls/user.ts';
import { walletCalls } from './calls/wallet.ts';
import { withdrawalCalls } from './calls/withdrawals.ts';
import type { CallSpec } from './define-call.ts';

export const calls = {
  ...loginCalls,
  ...signInCalls,
  ...accountCalls,
  ...publicCalls,
  ...contentCalls,
  ...orderCalls,
  ...sharedCalls,
  ...planCalls,
  ...userCalls,
  ...glassCalls,
  ...securityCalls,
  ...kycCalls,
  ...walletCalls,
  ...nftCalls,
  ...depositCalls,
  ...withdrawalCalls,
  ...referralCalls,
  ...noticeCalls,
  ...riskCalls,
  ...layoutCalls,
  ...supportCalls,
};

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
