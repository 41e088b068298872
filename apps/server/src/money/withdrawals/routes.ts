import { createHash } from 'node:crypto';
import type { BodyOf, ResultOf } from '@glasshouse/api/calls';
import { catalogue, code, codeKey } from '@glasshouse/api/codes';
import { normalIban } from '@glasshouse/api/iban';
import { isNetworkName, NETWORK_NAMES } from '@glasshouse/api/networks';
import { foldCode } from '@glasshouse/api/typed-text';
import { ADDRESS_CODES, addressProblem } from '../../chains/address-problem.ts';
import { checksummed } from '../../chains/evm-address.ts';
import { assetOn, type Network } from '../../chains/network.ts';
import type { Networks } from '../../chains/networks.ts';
import { SHIPPED } from '../../figures/figures.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { type LogEntry, parseEntry } from '../../kernel/core/log-entry.ts';
import type { CommandAnswer } from '../../kernel/core/types.ts';
import {
  answerOf,
  type CallAnswer,
  type CallContext,
  type CallHandlers,
  callerOf,
  done,
  refuse,
} from '../../platform/call.ts';
import { isRefusal, readPage } from '../../platform/paging.ts';
import { comparableName } from '../funding/iban.ts';
import { readParameters } from '../funding/parameters.ts';
import type { BankAccount } from '../funding/private-details.ts';
import { realBookProblem } from '../funding/real-book.ts';
import { currencyMarket, USDT } from '../funding/value.ts';
import {
  addressBookOf,
  lockOf,
  ownWithdrawal,
  type Reads,
  WITHDRAWALS_CURSOR_PARTS,
  withdrawalsOfUser,
} from './queries.ts';
import type { RequestBody } from './request.ts';

type RequestWanted = BodyOf<'requestWithdrawal'>;

export type VerifiedHolder = { readonly name: string; readonly case: number };

/** What withdrawing asks of the person's account. */
export interface PersonChecks {
  readonly checkWithdrawalPassword: (userId: number, password: string) => Promise<CallAnswer<never> | undefined>;
  /** Uses the second step up; `putBack` makes a code good once more. */
  readonly takeStep: (
    userId: number,
    step: {
      readonly code?: string | undefined;
      readonly totp?: string | undefined;
      readonly passkey?: RequestWanted['passkey'];
      readonly about: string;
    },
  ) => Promise<
    CallAnswer<{
      readonly by: RequestBody['confirmedWith'];
      readonly passkey?: number;
      readonly putBack: () => Promise<void>;
    }>
  >;
  readonly askStep: (userId: number, about: string) => Promise<CallAnswer<ResultOf<'askWithdrawalPasskey'>>>;
  readonly hasStepPasskey: (userId: number) => Promise<boolean>;
  readonly withdrawalsBlockedUntil: (userId: number) => Promise<number | undefined>;
  readonly stepOf: (userId: number) => Promise<'email' | 'totp' | undefined>;
  readonly hasWithdrawalPassword: (userId: number) => Promise<boolean>;
  /** First and last name as verified, and by which identity check; undefined before that. */
  readonly verifiedHolderOf: (userId: number) => Promise<VerifiedHolder | undefined>;
}

export interface WithdrawalCallsDeps extends Reads, PersonChecks {
  readonly bus: CoreBus;
  readonly networks: Networks;
  readonly isRealBookClosed: boolean;
  readonly now: () => number;
  /** The mid of an instrument as decimal text; null without a price. */
  readonly priceOf: (code: string) => string | null;
  /** When that price was. */
  readonly pricedAt: (code: string) => number | null;
  /** When its market opens; null while it is open. */
  readonly opensAt: (code: string) => string | null;
}

/** The destination in the log's words, and what is personal of it. */
type Destination =
  | {
      readonly ok: true;
      readonly network: string | null;
      readonly address: string | null;
      readonly bank: BankAccount | undefined;
      /** The identity check that names the account's holder. */
      readonly holderCase?: number;
    }
  | { readonly ok: false; readonly code: number };

export function withdrawalCalls(deps: WithdrawalCallsDeps) {
  const { bus, now } = deps;

  const view = async (context: CallContext, id: number, notice?: number) => {
    const found = await ownWithdrawal(deps, { userId: callerOf(context).userId, id, language: context.language });
    return found === undefined ? refuse(code.nothingFound, 'id') : done(found, notice);
  };
  const viewOf = (context: CallContext, answer: CommandAnswer, notice?: number) =>
    answer.code === 200 ? view(context, (answer.result as { id: number }).id, notice) : answerOf<never>(answer);
  const submit = (context: CallContext, type: string, body: CommandBody) =>
    bus.submit({ id: context.commandId, userId: callerOf(context).userId, book: 'real', type, body });

  return {
    async getWithdrawalTerms({ query }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      return problem ?? termsOf(deps, callerOf(context), query.symbol);
    },

    async requestWithdrawal({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const { userId } = callerOf(context);
      const missing = missingField(body);
      if (missing !== undefined) return missing;
      // A repeated request was checked the first time; its code is used up since.
      const first = await loggedBefore(deps, context.commandId);
      if (first !== undefined) {
        const same = await isSameRequest(deps, first, body);
        return same
          ? viewOf(context, answerBefore(first), code.withdrawalSubmitted)
          : refuse(code.idempotencyKeyReused);
      }
      const to = await destinationOf(deps, userId, body);
      const blocked = await credentialProblem(deps, userId, body.withdrawalPassword);
      if (blocked !== undefined) return blocked;
      if (!to.ok) return to;
      // Last of all checks: a right one is used up, and given back if the core refuses.
      const { code: mailed, totp = mailed, passkey } = body;
      const step = await deps.takeStep(userId, { code: mailed, totp, passkey, about: digestOf(body) });
      if (!step.ok) return step;
      const details = to.bank === undefined ? null : await deps.details.keep(userId, to.bank, now());
      const request: RequestBody = {
        method: body.method,
        asset: body.symbol,
        network: to.network,
        address: to.address,
        details,
        ...(to.holderCase === undefined ? {} : { holderCase: to.holderCase }),
        ...(to.bank === undefined ? {} : { account: await deps.details.fingerprint(to.bank.accountNumber) }),
        amount: body.amount,
        confirmedWith: step.result.by,
        ...(step.result.passkey === undefined ? {} : { passkey: step.result.passkey }),
      };
      const answer = await submit(context, 'withdrawals.request', request);
      if (answer.code !== 200 && details !== null) await deps.details.forget(details);
      if (isRefused(answer)) await step.result.putBack();
      return viewOf(context, answer, code.withdrawalSubmitted);
    },

    askWithdrawalPasskey: ({ body }, context) => {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      return problem ?? deps.askStep(callerOf(context).userId, digestOf(body));
    },

    async cancelWithdrawal({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const answer = await submit(context, 'withdrawals.cancel', { id: body.id });
      if (answer.code !== code.nothingFound) return viewOf(context, answer);
      // The core keeps only those under way; ended ones are in the database.
      const ended = await view(context, body.id);
      return ended.ok ? refuse(code.orderAlreadyFinal, 'id') : ended;
    },

    async listWithdrawals({ query }, context) {
      const page = readPage(query, WITHDRAWALS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { userId } = callerOf(context);
      const filter = { userId, language: context.language, state: query.state, asset: query.symbol };
      return done(await withdrawalsOfUser(deps, filter, page));
    },

    getWithdrawal: ({ params }, context) => view(context, params.id),

    listWithdrawalAddresses: async (_input, context) =>
      done(await addressBookOf(deps, callerOf(context).userId, now())),

    async addWithdrawalAddress({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const { userId } = callerOf(context);
      // Whoever has just got in could put an address of their own where money goes later.
      const blocked = await credentialProblem(deps, userId, body.withdrawalPassword);
      if (blocked !== undefined) return blocked;
      const address = await chainAddress(deps, body.symbol, { network: body.network, address: body.address });
      if (!address.ok) return address;
      const first = await loggedBefore(deps, context.commandId);
      const label = await deps.details.keep(userId, { label: body.label }, now());
      const answer =
        first === undefined
          ? await submit(context, 'withdrawals.addAddress', {
              asset: body.symbol,
              network: body.network,
              address: address.address,
              label,
            })
          : answerBefore(first);
      const book = await addressBookOf(deps, userId, now());
      const { id = 0 } = (answer.result ?? {}) as { id?: number };
      const item = book.items.find((entry) => entry.id === id);
      // Refused, repeated, or known before: the label just kept belongs to nothing.
      if (first !== undefined || item?.label !== body.label) await deps.details.forget(label);
      if (answer.code !== 200) return answerOf<never>(answer);
      return item === undefined ? refuse(code.nothingFound) : done(item);
    },

    async removeWithdrawalAddress({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const answer = await submit(context, 'withdrawals.removeAddress', { id: body.id });
      if (answer.code !== 200) return answerOf<never>(answer);
      return done(await addressBookOf(deps, callerOf(context).userId, now()));
    },

    async setWhitelistLock({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const { userId } = callerOf(context);
      // Locking protects at any time; unlocking waits as a withdrawal would.
      const refused = body.isLocked
        ? await deps.checkWithdrawalPassword(userId, body.withdrawalPassword)
        : await credentialProblem(deps, userId, body.withdrawalPassword);
      if (refused !== undefined) return refused;
      const answer = await submit(context, 'withdrawals.lock', { locked: body.isLocked });
      if (answer.code !== 200) return answerOf<never>(answer);
      return done(await addressBookOf(deps, userId, now()));
    },
  } satisfies CallHandlers;
}

type CommandBody = Parameters<CoreBus['submit']>[0]['body'];

/** What a passkey signs for: everything that says how much goes where. */
const digestOf = (request: BodyOf<'askWithdrawalPasskey'>): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
        request.method,
        request.symbol,
        request.amount,
        request.network,
        request.address,
        request.holder,
        request.accountNumber,
        request.bankType,
        request.bic,
      ]),
    )
    .digest('hex');

/** Decided against; not where nobody knows what became of it. */
function isRefused({ code: number }: CommandAnswer): boolean {
  const key = codeKey(number);
  return number !== 200 && key !== undefined && catalogue[key].stage !== 'server';
}

function missingField(body: RequestWanted): CallAnswer<never> | undefined {
  if (body.method === 'crypto') {
    if (body.address === undefined) return refuse(code.receivingAddressMissing, 'address');
    return body.network === undefined ? refuse(code.networkUnsupported, 'network') : undefined;
  }
  if (body.holder === undefined) return refuse(code.bankHolderRequired, 'holder');
  if (body.accountNumber === undefined) return refuse(code.bankAccountRequired, 'accountNumber');
  return body.bankType === undefined ? refuse(code.bankTypeRequired, 'bankType') : undefined;
}

async function credentialProblem(
  deps: WithdrawalCallsDeps,
  userId: number,
  password: string,
): Promise<CallAnswer<never> | undefined> {
  const wrong = await deps.checkWithdrawalPassword(userId, password);
  if (wrong !== undefined) return wrong;
  return (await deps.withdrawalsBlockedUntil(userId)) === undefined ? undefined : refuse(code.withdrawalBlocked);
}

/** Checks the form of the destination; the core checks whether it may be one. */
async function destinationOf(deps: WithdrawalCallsDeps, userId: number, body: RequestWanted): Promise<Destination> {
  if (body.method === 'crypto') {
    const { network = '', address = '' } = body;
    const found = await chainAddress(deps, body.symbol, { network, address });
    return found.ok ? { ok: true, network, address: found.address, bank: undefined } : found;
  }
  const accountNumber = normalIban(foldCode(body.accountNumber ?? ''));
  if (accountNumber === undefined) return refuse(code.accountNumberWrong, 'accountNumber') as Destination;
  const verified = await deps.verifiedHolderOf(userId);
  if (verified === undefined) return refuse(code.notVerified) as Destination;
  const holder = body.holder ?? '';
  if (comparableName(holder) !== comparableName(verified.name))
    return refuse(code.bankHolderWrong, 'holder') as Destination;
  const bank = { holder, accountNumber, bank: body.bankType ?? '', bic: body.bic ?? null };
  return { ok: true, network: null, address: null, bank, holderCase: verified.case };
}

type ChainAddress = { readonly ok: true; readonly address: string } | { readonly ok: false; readonly code: number };

/** An address that money can be sent to, in the one spelling in which it is stored. */
async function chainAddress(
  { pool, networks }: Pick<WithdrawalCallsDeps, 'pool' | 'networks'>,
  asset: string,
  target: { readonly network: string; readonly address: string },
): Promise<ChainAddress> {
  const network = networks.networkOf(target.network);
  if (network === undefined || assetOn(network, asset) === undefined) {
    return refuse(code.networkUnsupported, 'network') as ChainAddress;
  }
  const typedAddress = target.address.trim();
  const shared = Object.values((await readParameters(pool, 'deposit.addresses'))['deposit.addresses']);
  const address = storedAddress(network, typedAddress);
  const problem = addressProblem(network, typedAddress, {
    isOurs: () => shared.includes(address),
    networks: networks.all,
  });
  if (problem !== undefined) return refuse(ADDRESS_CODES[problem], 'address') as ChainAddress;
  return { ok: true, address };
}

function storedAddress(network: Network, address: string): string {
  if (network.family === 'evm') return /^0x[0-9a-fA-F]{40}$/.test(address) ? checksummed(address.slice(2)) : address;
  // Bech32 may be written in capitals, as QR codes prefer; base58 means its case.
  return network.family === 'bitcoin' && /^(bc|tb|bcrt)1/i.test(address) ? address.toLowerCase() : address;
}

async function loggedBefore({ pool }: Reads, commandId: string): Promise<LogEntry | undefined> {
  const { rows } = await pool.query<{ entry: string }>(
    'select entry from command_ids i join command_log using (seq) where i.command_id = $1',
    [commandId],
  );
  const [row] = rows;
  return row === undefined ? undefined : parseEntry(row.entry);
}

const answerBefore = (entry: LogEntry): CommandAnswer => ({ seq: entry.seq, code: entry.code, result: entry.result });

async function isSameRequest(deps: WithdrawalCallsDeps, entry: LogEntry, body: RequestWanted): Promise<boolean> {
  if (entry.type !== 'withdrawals.request') return false;
  const before = entry.body as RequestBody;
  if (before.method !== body.method || before.asset !== body.symbol || before.amount !== body.amount) return false;
  if (before.method === 'crypto') {
    const network = deps.networks.networkOf(body.network ?? '');
    const address = network === undefined ? undefined : storedAddress(network, (body.address ?? '').trim());
    return before.network === body.network && before.address === address;
  }
  const stored = (await deps.details.read<BankAccount>([before.details])).get(before.details ?? '');
  // Refused the first time: its details are gone, and the answer says nothing about them.
  if (stored === undefined) return entry.code !== 200;
  return stored.accountNumber === normalIban(foldCode(body.accountNumber ?? '')) && stored.holder === body.holder;
}

type Terms = ResultOf<'getWithdrawalTerms'>;

/** The price that a bank withdrawal would be converted at now, its time, and the next opening. */
function currencyPrice(
  { priceOf, pricedAt, opensAt }: WithdrawalCallsDeps,
  market: string,
): Pick<NonNullable<Terms['bank']>, 'price' | 'priceAt' | 'opensAt'> {
  const at = pricedAt(market);
  return { price: priceOf(market), priceAt: at === null ? null : isoTime(at), opensAt: opensAt(market) };
}

async function termsOf(
  deps: WithdrawalCallsDeps,
  { userId, status }: { readonly userId: number; readonly status: string },
  asset: string,
): Promise<CallAnswer<Terms>> {
  const { pool, networks, now } = deps;
  const settings = await readParameters(
    pool,
    'withdrawal.minimums',
    'withdrawal.fee_rate',
    'withdrawal.fee_minimums',
    'withdrawal.bank_spread',
  );
  const minimum = settings['withdrawal.minimums'][asset];
  if (minimum === undefined) return refuse(code.networkUnsupported, 'symbol');
  const [held, owed, loans, blockedUntil, hasPassword, step, passkey, holder, lock] = await Promise.all([
    pool.query<{ balance: string }>(
      `select trim_scale(balance)::text as balance from accounts where owner = $1 and book = 'real' and asset = $2 and kind = 'available'`,
      [userId, asset],
    ),
    pool.query<{ owed: string; any: boolean }>(
      `select trim_scale(coalesce(sum(owed) filter (where asset = $2), 0))::text as owed,
              coalesce(bool_or(owed > 0), false) as any
         from deposits where user_id = $1 and not settled`,
      [userId, asset],
    ),
    // As the core's `hasOpenLoan`.
    pool.query(`select from loans where user_id = $1 and started_at is not null and closed_at is null limit 1`, [
      userId,
    ]),
    deps.withdrawalsBlockedUntil(userId),
    deps.hasWithdrawalPassword(userId),
    deps.stepOf(userId),
    deps.hasStepPasskey(userId),
    deps.verifiedHolderOf(userId),
    lockOf(pool, userId, now()),
  ]);
  const blocks: Terms['blocks'] = [];
  if (status === 'frozen') blocks.push({ kind: 'frozen', until: null, amount: null });
  if (!hasPassword) blocks.push({ kind: 'withdrawalPasswordMissing', until: null, amount: null });
  if (blockedUntil !== undefined) {
    blocks.push({ kind: 'credentialsChanged', until: isoTime(blockedUntil), amount: null });
  }
  if (0 < loans.rows.length) blocks.push({ kind: 'loanOpen', until: null, amount: null });
  // Owed in one coin, nothing leaves in any.
  const [debt] = owed.rows;
  if (debt?.any === true) blocks.push({ kind: 'owed', until: null, amount: debt.owed === '0' ? null : debt.owed });
  return done({
    symbol: asset,
    available: held.rows[0]?.balance ?? '0',
    minimum,
    feeRate: settings['withdrawal.fee_rate'],
    feeMinimum: settings['withdrawal.fee_minimums'][asset] ?? '0',
    networks: NETWORK_NAMES.flatMap((name) => {
      const network = networks.networkOf(name);
      const carried = network === undefined ? undefined : assetOn(network, asset);
      if (network === undefined || carried === undefined || !isNetworkName(name)) return [];
      return [{ network: name, name: network.title, decimals: carried.decimals }];
    }),
    bank:
      asset === USDT
        ? {
            currency: SHIPPED['withdrawals.currency'],
            ...currencyPrice(deps, currencyMarket(SHIPPED['withdrawals.currency'])),
            spread: settings['withdrawal.bank_spread'],
            holder: holder?.name ?? null,
          }
        : null,
    // Without app and address nothing can be confirmed; an address is the nearest way.
    step: step ?? 'email',
    passkey,
    blocks,
    lock,
    reviewHours: SHIPPED['withdrawals.reviewHours'],
  });
}
