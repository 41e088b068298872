import { createHash, randomBytes } from 'node:crypto';
import type { ResultOf } from '@glasshouse/api/calls';
import { code } from '@glasshouse/api/codes';
import { isNetworkName, NETWORK_NAMES } from '@glasshouse/api/networks';
import { AddressDeriver } from '../../chains/derive-address.ts';
import { assetOn, type Family, type Network } from '../../chains/network.ts';
import type { Networks } from '../../chains/networks.ts';
import { paymentLink } from '../../chains/payment-links.ts';
import { canonicalTxHash, txHashProblem } from '../../chains/tx-hash.ts';
import { SHIPPED } from '../../figures/figures.ts';
import type { CoreBus } from '../../kernel/bus.ts';
import { isoTime } from '../../kernel/iso-time.ts';
import type { CommandAnswer } from '../../kernel/types.ts';
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
import type { Pool } from '../../platform/postgres.ts';
import { readParameters } from '../funding/parameters.ts';
import { realBookProblem } from '../funding/real-book.ts';
import { referenceOf } from '../funding/reference.ts';
import { currencyMarket, USDT } from '../funding/value.ts';
import { confirmedCommand, seenCommand } from './chain-commands.ts';
import { DEPOSITS_CURSOR_PARTS, depositsOfUser, ownDeposit } from './queries.ts';

export interface DepositCallsDeps {
  readonly pool: Pool;
  readonly bus: CoreBus;
  readonly networks: Networks;
  /** Extended public keys of the settings, where no parameter names one. */
  readonly keys: { readonly [Name in Family]: string | undefined };
  /** Networks with a watcher. */
  readonly watched: ReadonlySet<string>;
  readonly canSimulate: boolean;
  readonly isRealBookClosed: boolean;
  /** The mid of an instrument as decimal text; null without a price. */
  readonly priceOf: (code: string) => string | null;
  /** When that mid came, in epoch ms; null without a price. */
  readonly pricedAt: (code: string) => number | null;
  readonly now: () => number;
  readonly proofs: ProofFiles;
}

/** Proof images: a file serves one deposit of its owner. */
export interface ProofFiles {
  readonly claim: (userId: number, fileId: string, usedBy: string) => Promise<boolean>;
  readonly release: (usedBy: string) => Promise<void>;
}

type Method = ResultOf<'listDepositMethods'>['methods'][number];
type Settings = Awaited<ReturnType<typeof settingsOf>>;

const settingsOf = (pool: Pool) =>
  readParameters(
    pool,
    'deposit.minimums',
    'deposit.confirmations',
    'deposit.xpubs',
    'deposit.addresses',
    'deposit.bank',
    'deposit.auto_credit_usdt',
  );

/** How deposits to a network reach a person. */
type Way = { readonly kind: 'own'; readonly key: string } | { readonly kind: 'shared'; readonly address: string };

export function depositCalls(deps: DepositCallsDeps) {
  const { pool, bus } = deps;

  const view = async (context: CallContext, id: number) => {
    const found = await ownDeposit(pool, { userId: callerOf(context).userId, id, language: context.language });
    return found === undefined ? refuse(code.nothingFound, 'id') : done(found);
  };
  const viewOf = async (context: CallContext, answer: CommandAnswer, notice?: number) => {
    if (answer.code !== 200) return answerOf<never>(answer);
    const shown = await view(context, (answer.result as { id: number }).id);
    return shown.ok && notice !== undefined ? done(shown.result, notice) : shown;
  };

  return {
    async listDepositMethods(_input, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const settings = await settingsOf(pool);
      const { userId } = callerOf(context);
      const bank = bankMethod(deps, settings, userId);
      const methods = Object.keys(settings['deposit.minimums']).flatMap((asset) => coinMethods(deps, settings, asset));
      return done({
        methods: bank === undefined ? methods : [...methods, bank],
        canSimulate: deps.canSimulate,
        reviewHours: SHIPPED['deposits.reviewHours'],
      });
    },

    async getDepositAddress({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      return addressFor(deps, callerOf(context).userId, body);
    },

    async requestDeposit({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      const { userId } = callerOf(context);
      const method = body.method ?? 'crypto';
      const network = method === 'bank' ? null : (body.network ?? null);
      const known = network === null ? undefined : deps.networks.networkOf(network);
      if (method === 'crypto' && (known === undefined || assetOn(known, body.symbol) === undefined)) {
        return refuse(code.networkUnsupported, 'network');
      }
      const given = body.txHash?.trim();
      if (known !== undefined && given !== undefined && txHashProblem(known, given) !== undefined) {
        return refuse(code.transactionHashWrong, 'txHash');
      }
      const hash = given === undefined ? null : canonicalTxHash(given);
      const usedBy = `deposit:${context.commandId}`;
      const proof = body.proofFileId ?? null;
      if (proof !== null && !(await deps.proofs.claim(userId, proof, usedBy))) {
        return refuse(code.fileNotFound, 'proofFileId');
      }
      const wanted = { method, asset: body.symbol, network, amount: body.amount, hash, proof };
      const answer = await bus.submit({
        id: context.commandId,
        userId,
        book: 'real',
        type: 'deposits.claim',
        body: wanted,
      });
      if (answer.code !== 200 && proof !== null) await deps.proofs.release(usedBy);
      return viewOf(context, answer, code.depositSubmitted);
    },

    async listDeposits({ query }, context) {
      const page = readPage(query, DEPOSITS_CURSOR_PARTS);
      if (isRefusal(page)) return page;
      const { userId } = callerOf(context);
      const filter = { userId, language: context.language, state: query.state, asset: query.symbol };
      return done(await depositsOfUser(pool, filter, page));
    },

    getDeposit: ({ params }, context) => view(context, params.id),

    async simulateDeposit({ body }, context) {
      const problem = realBookProblem(context, deps.isRealBookClosed);
      if (problem !== undefined) return problem;
      if (!deps.canSimulate) return refuse(code.productOffHere);
      const { userId } = callerOf(context);
      const at = await addressFor(deps, userId, body);
      if (!at.ok) return at;
      if (at.result.kind !== 'own') return refuse(code.networkUnsupported, 'network');
      const known = deps.networks.networkOf(body.network);
      // The same request is the same transfer, whatever the connection did.
      const digest = createHash('sha256').update(`simulated ${context.commandId}`).digest('hex');
      const transfer = {
        userId,
        network: body.network,
        hash: known?.family === 'evm' ? `0x${digest}` : digest,
        output: 0,
        round: 1,
        address: at.result.address,
        asset: body.symbol,
        amount: body.amount,
        sender: null,
        block: 0,
        simulated: true,
      };
      const seen = await bus.submit(seenCommand(transfer));
      if (seen.code !== 200) return answerOf<never>(seen);
      const confirmed = await bus.submit(confirmedCommand({ ...transfer, confirmations: at.result.confirmations }));
      return viewOf(context, confirmed);
    },
  } satisfies CallHandlers;
}

/** A dollar in dollars, which no market quotes. */
const PAR = '1';

const confirmationsOn = (settings: Settings, network: Network): number =>
  settings['deposit.confirmations'][network.name] ?? network.confirmations;

/** An address of the person alone where there is a key, or one for everybody with a memo. */
function wayOf(deps: DepositCallsDeps, settings: Settings, asset: string, network: Network): Way | undefined {
  const shared = settings['deposit.addresses'][`${asset}.${network.name}`];
  if (shared !== undefined) return { kind: 'shared', address: shared };
  const key = settings['deposit.xpubs'][network.family] ?? deps.keys[network.family];
  return key === undefined ? undefined : { kind: 'own', key };
}

function coinMethods(deps: DepositCallsDeps, settings: Settings, asset: string): Method[] {
  return NETWORK_NAMES.flatMap((name): Method[] => {
    const network = deps.networks.networkOf(name);
    const carried = network === undefined ? undefined : assetOn(network, asset);
    const way = network === undefined || carried === undefined ? undefined : wayOf(deps, settings, asset, network);
    if (network === undefined || carried === undefined || way === undefined) return [];
    const confirmations = confirmationsOn(settings, network);
    return [
      {
        method: 'crypto',
        symbol: asset,
        network: name,
        networkName: network.title,
        minimum: settings['deposit.minimums'][asset] ?? '0',
        confirmations,
        minutes: Math.ceil((confirmations * network.blockSeconds) / 60),
        address: way.kind,
        contract: carried.contract ?? null,
        watched: way.kind === 'own' && deps.watched.has(name),
        bank: null,
      },
    ];
  });
}

function bankMethod(deps: DepositCallsDeps, settings: Settings, userId: number): Method | undefined {
  const { holder, iban, bic, bank, currency = SHIPPED['deposits.currency'] } = settings['deposit.bank'];
  if (holder === undefined || iban === undefined) return undefined;
  const market = currency === 'USD' ? undefined : currencyMarket(currency);
  const price = market === undefined ? PAR : deps.priceOf(market);
  const priceAt = market === undefined ? null : deps.pricedAt(market);
  // What nobody could convert is not asked for; the core looks at the market itself.
  const isTooOld = priceAt !== null && priceAt < deps.now() - SHIPPED['funding.closedAgeMs'];
  if (price === null || isTooOld) return undefined;
  return {
    method: 'bank',
    symbol: USDT,
    network: null,
    networkName: null,
    minimum: settings['deposit.minimums'][USDT] ?? '0',
    confirmations: null,
    minutes: null,
    address: null,
    contract: null,
    watched: false,
    bank: {
      holder,
      accountNumber: iban,
      bic: bic ?? null,
      bank: bank ?? null,
      currency,
      reference: referenceOf(userId),
      price,
      priceAt: priceAt === null ? null : isoTime(priceAt),
      spread: market === undefined ? '0' : SHIPPED['deposits.closedSpread'],
    },
  };
}

/** Publishes the address through the log before it is shown: `verify` knows all of them. */
async function addressFor(
  deps: DepositCallsDeps,
  userId: number,
  of: { readonly symbol: string; readonly network: string },
): Promise<CallAnswer<ResultOf<'getDepositAddress'>>> {
  const settings = await settingsOf(deps.pool);
  const network = deps.networks.networkOf(of.network);
  const minimum = settings['deposit.minimums'][of.symbol];
  if (network === undefined || !isNetworkName(of.network)) return refuse(code.networkUnsupported, 'network');
  const carried = assetOn(network, of.symbol);
  const way = wayOf(deps, settings, of.symbol, network);
  if (minimum === undefined || carried === undefined || way === undefined) {
    return refuse(code.networkUnsupported, 'symbol');
  }
  const isOwn = way.kind === 'own';
  const wanted = {
    family: isOwn ? network.family : `${of.symbol}.${of.network}`,
    address: isOwn ? derived(network.family, way.key, userId) : way.address,
    memo: isOwn ? '' : referenceOf(userId),
    path: isOwn ? userId : null,
    keyDigest: isOwn ? createHash('sha256').update(way.key).digest('hex') : '',
  };
  // Random: an address may be published again after the key was changed there and back.
  const id = `publish:${userId}:${randomBytes(12).toString('hex')}`;
  const known = await publishedAddress(deps.pool, userId, wanted);
  const answer =
    known ??
    answerOf<Published>(await deps.bus.submit({ id, userId, book: 'real', type: 'deposits.publish', body: wanted }));
  if (!answer.ok) return answer;
  const { address, memo, publishedAt, seq } = answer.result;
  return done({
    symbol: of.symbol,
    network: of.network,
    address,
    memo: memo === '' ? null : memo,
    kind: way.kind,
    minimum,
    confirmations: confirmationsOn(settings, network),
    contract: carried.contract ?? null,
    uri: (isOwn ? paymentLink(network, { asset: of.symbol, address }) : undefined) ?? address,
    publishedAt: isoTime(publishedAt),
    seq,
  });
}

type Published = {
  readonly address: string;
  readonly memo: string;
  readonly publishedAt: number;
  readonly seq: number;
};

/**
 * The latest address of the person, if it is the one wanted: a page that is looked at again costs
 * no command.
 */
async function publishedAddress(
  pool: Pool,
  userId: number,
  wanted: { readonly family: string; readonly address: string; readonly memo: string },
): Promise<CallAnswer<Published> | undefined> {
  const { rows } = await pool.query<Published & { user_id: number }>(
    `select address, memo, (extract(epoch from published_at) * 1000)::bigint as "publishedAt", published_by as seq
       from deposit_addresses where family = $1 and user_id = $2 order by published_by desc limit 1`,
    [wanted.family, userId],
  );
  const [row] = rows;
  return row?.address === wanted.address && row.memo === wanted.memo ? done(row) : undefined;
}

/** One deriver for each key: making it costs more than an address. */
const derivers = new Map<string, AddressDeriver>();
const DERIVERS_MAX = 16;

function derived(family: Family, key: string, index: number): string {
  const name = `${family}/${key}`;
  let deriver = derivers.get(name);
  if (deriver === undefined) {
    if (DERIVERS_MAX <= derivers.size) derivers.clear();
    deriver = new AddressDeriver(family, key);
    derivers.set(name, deriver);
  }
  return deriver.address(index);
}
