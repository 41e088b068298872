import type { CallName } from '@glasshouse/api/calls';
import type { CallInput } from '../platform/call.ts';
import { addressKey, type LimitName, type RateLimiter } from './rate-limits.ts';
import type { RequestContext } from './request-context.ts';

type Counted = readonly [LimitName, (input: CallInput, context: RequestContext) => string | number];

const address = (_input: CallInput, context: RequestContext): string => addressKey(context.ip);
const user = (_input: CallInput, context: RequestContext): number | string =>
  context.caller?.userId ?? addressKey(context.ip);
const account = (input: CallInput): string =>
  String((input.body as { account?: string } | undefined)?.account ?? '')
    .trim()
    .toLowerCase();

/** What a call counts against besides the general limits. Counted once its input is valid. */
const COUNTED: { readonly [Name in CallName]?: readonly Counted[] } = {
  checkAccountExists: [['existsPerAddress', address]],
  sendCode: [
    ['codePerAddress', address],
    ['codePerAccount', account],
  ],
  register: [['registerPerAddress', address]],
  loginAsGuest: [['guestPerAddress', address]],
  login: [
    ['loginPerAddress', address],
    ['loginPerAccount', account],
  ],
  changePassword: [
    ['loginPerAddress', address],
    ['passwordPerUser', (input, context) => context.caller?.userId ?? account(input)],
  ],
  bindEmail: [['passwordPerUser', user]],
  upgradeGuest: [['passwordPerUser', user]],
  // A quote is a command of the core, although it is asked for by a GET.
  quoteConversion: [['ordersPerUser', user]],
  exportStatement: [['exportsPerUser', user]],
};

export type CallLimit = (input: CallInput, context: RequestContext) => number;

/**
 * Seconds to wait, 0 to go ahead. Money is counted as orders, everything else of a user as reads.
 */
export function limitOf(name: CallName, movesMoney: boolean, limiter: RateLimiter): CallLimit | undefined {
  const counted = COUNTED[name];
  if (counted === undefined) {
    const general: LimitName = movesMoney ? 'ordersPerUser' : 'readsPerUser';
    return (_input, context) => (context.caller === undefined ? 0 : limiter.take(general, context.caller.userId));
  }
  return (input, context) => {
    for (const [limit, key] of counted) {
      const wait = limiter.take(limit, key(input, context));
      if (0 < wait) return wait;
    }
    return 0;
  };
}
