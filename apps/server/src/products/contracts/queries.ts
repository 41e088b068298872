import type { ResultOf } from '@glasshouse/api/calls';
import { type Amount, amountOf, formatPoints, formatRate } from '@glasshouse/rules/money';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { Book, Tick } from '../../kernel/core/types.ts';
import { entriesAt } from '../../kernel/log/read-entries.ts';
import {
  FEE_TIERS_IN_FORCE,
  type FindTick,
  type LinesOf,
  type Prove,
  type ProvenTick,
} from '../../ledger/order-evidence.ts';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';
import { leadOf } from '../../trading/lead.ts';
import { type OrdersFilter, orderRows } from '../../trading/order-pages.ts';
import { quoteRateOf } from './facts.ts';
import { FINANCING_AT } from './financing-schedule.ts';
import { type ContractOrder, ORDERS_TABLE } from './rows.ts';
import { type Adjusted, type ContractStep, STEPS_TABLE } from './steps.ts';
import { type ContractTerms, leverageMaxOf } from './terms.ts';
import { orderWire, rateWire, stopsBeforeWire, targetsWire, trailWire } from './view.ts';

type ContractsPage = ResultOf<'listPositions'>;
export type ContractView = ContractsPage['items'][number];
type Evidence = ResultOf<'getPosition'>;
type StepView = Evidence['steps'][number];
type TermsView = Evidence['terms'];

/** What the core does not know (an instrument's name) or only knew at the time (its price). */
export interface Surroundings {
  readonly nameOf: (code: string) => string;
  readonly pricesOf: (code: string) => Pick<Tick, 'mid' | 'at'> | null;
  readonly now: () => number;
}

const LIVE_STATES = ['waiting', 'open'];
/** Of one order; the API's maximum. */
const STEPS_MAX = 500;
const TICKS_MAX = 100;

const viewOf = (order: ContractOrder, netted: Netted, { nameOf, pricesOf }: Surroundings): ContractView => {
  // Current prices are meaningless for an order that has ended.
  const prices = order.settled_by === null ? pricesOf(order.code) : null;
  const by = order.settled_by === null ? order.converts_by : null;
  const price = by === null ? null : pricesOf(by.code);
  const rate = by === null || price === null ? undefined : { code: by.code, mid: price.mid };
  return { ...orderWire(order, prices, { netted: netted.get(order.id), rate }), name: nameOf(order.code) };
};

/** By order, what those that were closed to cover another one paid for it. */
type Netted = ReadonlyMap<number, Amount>;

async function nettedOf(pool: Pool, orders: readonly ContractOrder[]): Promise<Netted> {
  const closed = orders.filter((order) => order.closed_by === 'netting');
  if (closed.length === 0) return new Map();
  const { rows } = await pool.query<{ id: number; amount: string }>(
    `select o.id, p.amount::text as amount from contract_orders o
       join postings p on p.user_id = o.user_id and p.user_id <> 0 and p.book = o.book and p.seq = o.settled_by
        and p.reason = 'contracts.netting' and p.ref = o.id::text
      where o.id = any($1::bigint[])`,
    [closed.map(({ id }) => id)],
  );
  return new Map(rows.map(({ id, amount }) => [id, amountOf(amount)]));
}

/** The user's orders on one book, newest first. */
export async function ordersOf(
  pool: Pool,
  filter: OrdersFilter,
  page: PageRequest,
  around: Surroundings,
): Promise<ContractsPage> {
  const rows = await orderRows<ContractOrder>(pool, { spec: ORDERS_TABLE, liveStates: LIVE_STATES }, filter, page);
  const netted = await nettedOf(pool, rows);
  return pageOf(
    rows,
    page.limit,
    (order) => viewOf(order, netted, around),
    (order) => [order.id],
  );
}

/**
 * The evidence of an order: frozen terms, every step with the tick that decided it, and the ledger
 * lines.
 */
export async function evidenceOf(
  pool: Pool,
  order: ContractOrder,
  by: Surroundings & { readonly findTick: FindTick; readonly linesOf: LinesOf; readonly prove: Prove },
): Promise<Evidence> {
  const { user_id: userId, book, id, code } = order;
  const [terms, steps, lines, netted] = await Promise.all([
    termsOfVersion(pool, code, order.terms_version),
    stepsOf(pool, id),
    by.linesOf({ userId, book, ref: String(id) }),
    nettedOf(pool, [order]),
  ]);
  const ticks = new Map<number, { code: string; seq: number; at: number }>();
  for (const { tick_seq, tick_at, stops_before: before } of steps) {
    // How far a trailing stop had come that was taken back.
    if (before !== null && before.peak !== null && ticks.size < TICKS_MAX) ticks.set(before.peak.seq, before.peak);
    if (tick_seq === null || tick_at === null || TICKS_MAX <= ticks.size) continue;
    ticks.set(tick_seq, { code, seq: tick_seq, at: tick_at });
  }
  const rates = steps.flatMap(({ rate }) => (rate === null ? [] : [rate])).slice(0, TICKS_MAX);
  // What a trailing stop fell back from; it decided with the tick that it fired at.
  if (order.closed_by === 'trailingStop' && order.peak !== null) ticks.set(order.peak.seq, order.peak);
  // Of a pair that converts itself, one tick is both.
  const converting = new Map(rates.filter((rate) => rate.code !== code).map((rate) => [rate.seq, rate]));
  const needed = [...converting.values(), ...ticks.values()].slice(0, TICKS_MAX);
  const found = await Promise.all(needed.map((tick) => by.findTick(tick)));
  const evidence = {
    order: viewOf(order, netted, by),
    terms: termsView(terms, { ...by, book: order.book }),
    steps: steps.map((step) => stepView(step, order)),
    ticks: found.filter((tick): tick is ProvenTick => tick !== undefined),
    lines: [...lines],
  };
  return by.prove(evidence, {
    kind: 'contract',
    userId,
    id,
    seqs: steps.map(({ seq }) => seq),
    terms: [{ type: 'contracts.define', named: ['code', code], version: order.terms_version }, FEE_TIERS_IN_FORCE],
    ticks: [
      ...(terms.conversion === null ? [] : [await conversionTick(pool, id)]),
      ...(await ticksBeforeSplits(pool, steps)),
    ],
  });
}

/** The prices that positions were worth the same at, by the entries that split them. */
async function ticksBeforeSplits(pool: Pool, steps: readonly ContractStep[]): Promise<Tick[]> {
  const seqs = steps.filter(({ adjusted, pnl }) => adjusted?.kind === 'split' && pnl !== null).map(({ seq }) => seq);
  if (seqs.length === 0) return [];
  const entries = await entriesAt(pool, seqs);
  return entries.flatMap(({ text }) => (parseEntry(text).body as { readonly last: Tick | null }).last ?? []);
}

/** The price that the order's quote asset was converted at, by the entry that placed it. */
async function conversionTick(pool: Pool, id: number): Promise<Tick | undefined> {
  const [entry] = await entriesAt(pool, [id]);
  const facts = entry === undefined ? null : (parseEntry(entry.text).facts as { conversion?: Tick | null } | null);
  return facts?.conversion ?? undefined;
}

type LoggedStep = ContractStep & { readonly type: string; readonly hash: Buffer };

async function stepsOf(pool: Pool, id: number): Promise<LoggedStep[]> {
  const { rows } = await pool.query<ContractStep>(
    `select ${selectList(STEPS_TABLE)} from contract_steps where order_id = $1 order by seq, idx limit ${STEPS_MAX}`,
    [id],
  );
  const entries = await entriesAt(pool, [...new Set(rows.map(({ seq }) => seq))]);
  const logged = new Map(entries.map((entry) => [entry.seq, entry]));
  return rows.flatMap((step) => {
    const entry = logged.get(step.seq);
    return entry === undefined ? [] : { ...step, type: entry.type, hash: entry.hash };
  });
}

function stepView(step: LoggedStep, order: ContractOrder): StepView {
  const { precision } = order;
  const price = (points: number | null): string | null => (points === null ? null : formatPoints(points, precision));
  const text = (points: number | null): string => formatPoints(points as number, precision);
  const { tick_seq, tick_at } = step;
  return {
    seq: step.seq,
    type: step.type,
    at: new Date(step.at).toISOString(),
    hash: step.hash.toString('hex'),
    kind: step.kind,
    tick:
      tick_seq === null
        ? null
        : {
            seq: tick_seq,
            price: text(step.tick_mid),
            bid: text(step.tick_bid),
            ask: text(step.tick_ask),
            at: new Date(tick_at as number).toISOString(),
          },
    lots: step.lots,
    price: price(step.points),
    fee: step.fee,
    pnl: step.pnl,
    stopLoss: price(step.stop_points),
    takeProfit: price(step.target_points),
    ...(step.targets === null ? {} : { targets: targetsWire(step.targets, precision) }),
    ...(step.trail === null ? {} : { trailing: trailWire(step.trail, precision) }),
    ...(step.stops_from === null ? {} : { stopsFrom: new Date(step.stops_from).toISOString() }),
    ...(step.stops_before === null ? {} : { stopsBefore: stopsBeforeWire(step.stops_before, precision) }),
    ...(step.rate === null ? {} : { rate: rateWire(step.rate, order) }),
    ...(step.closes_at === null ? {} : { closesAt: new Date(step.closes_at).toISOString() }),
    ...(step.adjusted === null ? {} : { adjusted: adjustedView(step.adjusted, precision) }),
  };
}

function adjustedView(adjusted: Adjusted, precision: number): NonNullable<StepView['adjusted']> {
  const { action, kind, numerator, denominator, amount, last, before } = adjusted;
  const price = (points: number | null): string | null => (points === null ? null : formatPoints(points, precision));
  return {
    action,
    kind,
    numerator,
    denominator,
    amount,
    last: price(last),
    before: {
      lots: before.lots,
      openPrice: price(before.open),
      limitPrice: price(before.limit),
      stopPrice: price(before.entry),
      stopLoss: price(before.stop),
      takeProfit: price(before.target),
      liquidationPrice: price(before.liquidation),
      margin: before.margin,
      profitMax: before.profitMax,
    },
  };
}

export async function termsOfVersion(pool: Pool, code: string, version: number): Promise<ContractTerms> {
  const { rows } = await pool.query<{ terms: ContractTerms }>(
    'select terms from contract_terms where code = $1 and version = $2',
    [code, version],
  );
  if (rows[0] === undefined) throw new Error(`contract terms ${version} of ${code} are missing`);
  return rows[0].terms;
}

/** Terms in force of one instrument. */
export async function termsInForce(pool: Pool, code: string): Promise<ContractTerms | undefined> {
  const { rows } = await pool.query<{ terms: ContractTerms }>(
    'select terms from contract_terms where code = $1 order by version desc limit 1',
    [code],
  );
  return rows[0]?.terms;
}

/** Terms in force: the newest version for each instrument. */
export async function readContractTerms(pool: Pool): Promise<Map<string, ContractTerms>> {
  const { rows } = await pool.query<{ code: string; terms: ContractTerms }>(
    'select distinct on (code) code, terms from contract_terms order by code, version desc',
  );
  return new Map(rows.map(({ code, terms }) => [code, terms]));
}

/** Terms as the API shows them on a book, with the current rate of the quote asset. */
export function termsView(
  terms: ContractTerms,
  { book, pricesOf, now }: Omit<Surroundings, 'nameOf'> & { readonly book: Book },
): TermsView {
  const { conversion } = terms;
  const rate = quoteRateOf(terms, conversion === null ? null : pricesOf(conversion.code), now());
  return {
    version: terms.version,
    asset: terms.asset,
    lotSize: terms.lotSize,
    minLots: terms.minLots,
    maxLots: terms.maxLots,
    lotStep: terms.lotStep,
    maxLeverage: leverageMaxOf(terms, book),
    feeRate: terms.feeRate,
    financingRate: terms.financingRate,
    financingAt: FINANCING_AT,
    profitMaxRate: terms.profitMaxRate ?? null,
    quoteRate: rate === undefined ? null : formatRate(rate),
    beforeClose: terms.beforeClose ?? null,
    ...leadOf(terms),
    ...(terms.convertsAt === undefined ? {} : { convertsAt: terms.convertsAt }),
    ...(terms.closeRequirement === undefined ? {} : { closeRequirement: terms.closeRequirement }),
    stopDistancePoints: terms.stopDistancePoints,
    tiers: terms.tiers.map((tier) => ({ ...tier })),
  };
}
