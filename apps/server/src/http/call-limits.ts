import type { BodyOf, CallName } from '@glasshouse/api/calls';
import { guestsOf, type LoginGate } from '../people/auth/login-gate.ts';
import { addressKey, networkKey } from '../platform/address-keys.ts';
import type { CallInput } from '../platform/call.ts';
import type { LimitName, RateLimiter } from './rate-limits.ts';
import type { RequestContext } from './request-context.ts';

/** Without a key it is not counted. */
type LimitKey = readonly [LimitName, (input: CallInput, context: RequestContext) => string | number | undefined];

const address = (_input: CallInput, context: RequestContext): string => addressKey(context.ip);
const network = (_input: CallInput, context: RequestContext): string => networkKey(context.ip);
const user = (_input: CallInput, context: RequestContext): number | string =>
  context.caller?.userId ?? addressKey(context.ip);
/** Whoever costs little to be counts with their network; members of weight only with themselves. */
const stranger = (_input: CallInput, context: RequestContext): string =>
  context.caller?.hasWeight === true ? `user ${context.caller.userId}` : networkKey(context.ip);
const account = (input: CallInput): string =>
  String((input.body as { account?: string } | undefined)?.account ?? '')
    .trim()
    .toLowerCase();

/** The network of whoever registers with a name alone. */
const nameless = (input: CallInput, context: RequestContext): string | undefined =>
  (input.body as { email?: string } | undefined)?.email === undefined ? networkKey(context.ip) : undefined;

/** A sign-in by a provider or a wallet: no account is named before it is over. */
const BEGINNING: readonly LimitKey[] = [
  ['signInPerAddress', address],
  ['signInPerNetwork', network],
];
const FINISH: readonly LimitKey[] = [
  ['loginPerAddress', address],
  ['loginPerNetwork', network],
];

/** What a call counts against besides the general limits. Counted once its input is valid. */
const COUNTED: { readonly [Name in CallName]?: readonly LimitKey[] } = {
  checkAccountExists: [['existsPerAddress', address]],
  sendCode: [
    ['codePerAddress', address],
    ['codePerAccount', account],
  ],
  register: [
    ['registerPerAddress', address],
    ['namelessPerNetworkDay', nameless],
  ],
  changePassword: [
    ['loginPerAddress', address],
    ['passwordPerUser', (input, context) => context.caller?.userId ?? account(input)],
  ],
  getLoginChallenge: [['existsPerAddress', address]],
  getGuestChallenge: [['existsPerAddress', address]],
  getPasskeyRequest: [['loginPerAddress', address]],
  loginWithPasskey: [['loginPerAddress', address]],
  startProviderLogin: BEGINNING,
  getWalletNonce: BEGINNING,
  loginWithGoogle: FINISH,
  loginWithProvider: FINISH,
  loginWithWallet: FINISH,
  startProviderLink: [['passwordPerUser', user]],
  linkProvider: [['passwordPerUser', user]],
  startWalletLink: [['passwordPerUser', user]],
  linkWallet: [['passwordPerUser', user]],
  removeSignIn: [['passwordPerUser', user]],
  setFirstPassword: [['passwordPerUser', user]],
  bindEmail: [['passwordPerUser', user]],
  startTotp: [['passwordPerUser', user]],
  confirmTotp: [['passwordPerUser', user]],
  removeTotp: [['passwordPerUser', user]],
  renewRecoveryCodes: [['passwordPerUser', user]],
  startPasskey: [['passwordPerUser', user]],
  addPasskey: [['passwordPerUser', user]],
  removePasskey: [['passwordPerUser', user]],
  setWithdrawalPassword: [['passwordPerUser', user]],
  upgradeGuest: [
    ['passwordPerUser', user],
    ['namelessPerNetworkDay', nameless],
  ],
  closeAccount: [['passwordPerUser', user]],
  // Each keeps a text until it is signed, and for an hour at least.
  prepareLoanAgreement: [['uploadsPerUser', user]],
  // A quote is a command of the core, although it is asked for by a GET.
  quoteConversion: [['ordersPerUser', user]],
  uploadFile: [['uploadsPerUser', user]],
  importHistory: [
    ['importsPerUser', user],
    ['importsPerNetwork', network],
  ],
  submitBasicKyc: [['uploadsPerUser', user]],
  submitFullKyc: [['uploadsPerUser', user]],
  startVisit: [
    ['visitsPerAddress', address],
    ['visitsPerNetwork', network],
  ],
  keepVisit: [['passwordPerUser', user]],
  getSupport: [['readsPerUser', user]],
  listSupportMessages: [['readsPerUser', user]],
  getSupportFile: [['readsPerUser', user]],
  readSupport: [['readsPerUser', user]],
  sendSupportMessage: [
    ['messagesPerPerson', user],
    ['messagesPerNetwork', stranger],
  ],
  closeSupport: [['messagesPerPerson', user]],
  rateSupport: [['messagesPerPerson', user]],
  typeToSupport: [['typingPerPerson', user]],
  uploadSupportFile: [
    ['supportFilesPerPerson', user],
    ['supportFilesPerNetwork', stranger],
  ],
  getTickReceipt: [['receiptsPerAddress', address]],
  // Each is signed anew.
  getNftCertificate: [['receiptsPerAddress', address]],
  listTickRuns: [['receiptsPerAddress', address]],
  exportStatement: [['exportsPerUser', user]],
  getTaxReport: [['reportsPerUser', user]],
  exportTaxReport: [['reportsPerUser', user]],
};

export type CallLimit = (input: CallInput, context: RequestContext) => number;

/**
 * Seconds to wait, 0 to go ahead. Money is counted as orders, everything else of a user as reads.
 */
export function limitOf(
  name: CallName,
  movesMoney: boolean,
  { limiter, gate }: { readonly limiter: RateLimiter; readonly gate: LoginGate },
): CallLimit | undefined {
  if (name === 'login') return loginLimit(limiter, gate);
  if (name === 'loginAsGuest') return guestLimit(limiter, gate);
  const counted = COUNTED[name];
  if (counted === undefined) {
    const general: LimitName = movesMoney ? 'ordersPerUser' : 'readsPerUser';
    return (_input, context) => (context.caller === undefined ? 0 : limiter.take(general, context.caller.userId));
  }
  return (input, context) => {
    for (const [limit, keyOf] of counted) {
      const key = keyOf(input, context);
      const wait = key === undefined ? 0 : limiter.take(limit, key);
      if (0 < wait) return wait;
    }
    return 0;
  };
}

/**
 * Known devices are counted by themselves, all others by address, network and account; a proof of
 * work passes either once more. What is refused for its address counts against no account.
 */
function loginLimit(limiter: RateLimiter, gate: LoginGate): CallLimit {
  return (input, context) => {
    const { devices = [], proof, account: name } = input.body as BodyOf<'login'>;
    const device = devices.map((token) => gate.knownDevice(name, token)).find((known) => known !== undefined);
    const counted: readonly (readonly [LimitName, string])[] =
      device === undefined
        ? [
            ['loginPerAddress', addressKey(context.ip)],
            ['loginPerNetwork', networkKey(context.ip)],
            ['loginPerAccount', account(input)],
          ]
        : [['loginPerDevice', device]];
    let wait = 0;
    for (const [limit, key] of counted) {
      wait = limiter.take(limit, key);
      if (0 < wait) break;
    }
    if (wait === 0) return 0;
    const isProved = gate.accepts(name, proof) && limiter.take('loginPerProof', account(input)) === 0;
    return isProved ? 0 : wait;
  };
}

/**
 * Guests cost nothing and each is a book in the log, so that an address and a network make only so
 * many of them a day. Beyond that each takes a proof of work, which is dearer for every one before.
 */
function guestLimit(limiter: RateLimiter, gate: LoginGate): CallLimit {
  return (input, context) => {
    const address = addressKey(context.ip);
    const network = networkKey(context.ip);
    const pace = limiter.take('guestPerAddress', address);
    if (0 < pace) return pace;
    const wait = Math.max(limiter.take('guestPerAddressDay', address), limiter.take('guestPerNetworkDay', network));
    if (wait === 0) return 0;
    const { proof } = input.body as BodyOf<'loginAsGuest'>;
    if (!gate.accepts(guestsOf(context.ip), proof)) return wait;
    return limiter.take('guestPerProofDay', network);
  };
}
