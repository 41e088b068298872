import { dividendSize } from '@glasshouse/rules/corporate-actions';
import { priceOf, priceOfPoints } from '@glasshouse/rules/money';
import type { Command, CommandInput, CoreState, MarketView, Outcome, Tick } from '../kernel/core/types.ts';
import { BOOKS } from '../kernel/core/types.ts';
import { CATALOGUE } from '../market-data/instruments/catalogue/index.ts';
import { convertersOf } from '../market-data/instruments/instrument.ts';
import { keptTick } from '../trading/trailing-stops.ts';
import { type AdjustBody, actionChange, type CorporateAction } from './rows.ts';
import { actionsOf, byMoment, corporateActionsOf, endsTrading, precisionOf } from './slice.ts';

/** How long before it holders are told of an action, where it was known by then. */
export const NOTICE_MS = 3 * 24 * 60 * 60_000;
/** Actions told of in one step of time; the others follow in the next. */
const ANNOUNCED_AT_ONCE = 20;

export type AnnounceBody = { readonly action: number; readonly code: string };
export type LapseBody = { readonly action: number; readonly last: Tick; readonly first: Tick };

/**
 * What the first price after an action's moment does, before any product sees it: everything open
 * is moved to the new basis, and the tick then meets levels that mean what it means. Each book has
 * a command of its own.
 */
export function onTick(state: CoreState, tick: Tick, market: MarketView): CommandInput[] {
  const slice = corporateActionsOf(state);
  if (!slice.byCode.has(tick.code)) return [];
  const due = actionsOf(slice, tick.code).filter(
    ({ state: is, effective_at: from }) => is === 'scheduled' && from <= tick.at,
  );
  const last = market.lastTick(tick.code) ?? null;
  return due.flatMap((action) => {
    if (last !== null && contradicts(action, last, tick)) return [lapsing(action, last, tick)];
    return carryingOut(action, { last, first: tick }, market);
  });
}

/**
 * Whether a price says that an action has not happened: it is nearer to the last one as it was than
 * to what a split or a special dividend makes of it. Nothing is adjusted then, whoever entered it.
 */
function contradicts(action: CorporateAction, last: Tick, first: Tick): boolean {
  if (action.kind === 'dividend') return contradictsDividend(action, last, first);
  if (action.kind !== 'split') return false;
  const split = (last.mid * action.denominator) / action.numerator;
  // By ratio: halving and doubling are equally far.
  return Math.abs(Math.log(first.mid / last.mid)) < Math.abs(Math.log(first.mid / split));
}

/**
 * The price may have fallen since the entry, so that what was ordinary then is special or too large
 * now.
 */
function contradictsDividend({ code, amount }: CorporateAction, last: Tick, first: Tick): boolean {
  const precision = precisionOf(code);
  if (amount === null || precision === undefined) return false;
  const perUnit = priceOf(amount);
  const size = dividendSize(perUnit, priceOfPoints(last.mid, precision));
  if (size !== 'special') return size === 'tooLarge';
  return priceOfPoints(2 * (last.mid - first.mid), precision) < perUnit;
}

function lapsing(action: CorporateAction, last: Tick, first: Tick): CommandInput {
  const body: LapseBody = { action: action.id, last, first };
  return { id: `corporate.lapse:${action.id}`, userId: 0, book: 'demo', type: 'corporate.lapse', body };
}

interface Prices {
  readonly last: Tick | null;
  readonly first: Tick | null;
}

const carryingOut = (
  { id, code, kind, numerator, denominator, amount }: CorporateAction,
  { last, first }: Prices,
  market: MarketView,
): CommandInput[] =>
  BOOKS.map((book) => {
    const type = endsTrading(kind) ? 'instruments.end' : 'instruments.adjust';
    const body: AdjustBody = {
      action: id,
      code,
      kind,
      numerator,
      denominator,
      amount,
      last,
      first,
      ...(kind === 'dividend' ? { closesUnpaid: true } : {}),
      ...ratesFor(code, market),
    };
    return { id: `${type}:${id}:${book}`, userId: 0, book, type, body };
  });

/** Last prices that may convert what closes, where the instrument is not quoted in dollars. */
function ratesFor(code: string, market: MarketView): Pick<AdjustBody, 'rates'> {
  const quote = CATALOGUE.find((listed) => listed.code === code)?.quote;
  const ticks = (quote === undefined ? [] : convertersOf(quote)).flatMap(([by]) => market.lastTick(by) ?? []);
  return ticks.length === 0 ? {} : { rates: Object.fromEntries(ticks.map((tick) => [tick.code, keptTick(tick)])) };
}

/** Tells holders in advance, and ends trading where no price comes any more. */
export function onTime(state: CoreState, at: number, market: MarketView): CommandInput[] {
  const slice = corporateActionsOf(state);
  if (slice.scheduled.size === 0) return [];
  const waiting = [...slice.scheduled].flatMap((id) => slice.actions.get(id) ?? []).sort(byMoment);
  const ending = waiting.filter(
    // A last price may still be on its way.
    ({ kind, code, effective_at: from }) => endsTrading(kind) && from <= at - (market.lateMs?.(code) ?? 0),
  );
  const announced = waiting
    .filter(
      ({ announced_at: announcedAt, effective_at: from }) =>
        announcedAt === null && from - NOTICE_MS <= at && at < from,
    )
    .slice(0, ANNOUNCED_AT_ONCE);
  return [
    ...ending.flatMap((action) =>
      carryingOut(action, { last: market.lastTick(action.code) ?? null, first: null }, market),
    ),
    ...announced.flatMap(({ id, code }) =>
      BOOKS.map((book): CommandInput => {
        const body: AnnounceBody = { action: id, code };
        return { id: `corporate.announce:${id}:${book}`, userId: 0, book, type: 'corporate.announce', body };
      }),
    ),
  ];
}

/** The action itself; what it does to orders, products add (`follows`). */
export function carryOut(state: CoreState, { seq, at, book, body }: Command<AdjustBody>): Outcome {
  const action = corporateActionsOf(state).actions.get(body.action);
  if (action === undefined) throw new Error(`corporate action ${body.action} is not in the calendar`);
  if ((book === 'demo' ? action.demo_seq : action.real_seq) !== null)
    throw new Error(`corporate action ${action.id} was carried out already`);
  const after: CorporateAction = {
    ...action,
    ...(book === 'demo' ? { demo_seq: seq } : { real_seq: seq }),
    state: 'applied',
    applied_at: at,
    last: body.last,
    first: body.first,
  };
  return { ok: true, result: { action: action.id }, postings: [], rows: [actionChange(after)], events: [] };
}

export function announce(state: CoreState, { at, body }: Command<AnnounceBody>): Outcome {
  const action = corporateActionsOf(state).actions.get(body.action);
  if (action === undefined) throw new Error(`corporate action ${body.action} is not in the calendar`);
  const rows = [actionChange({ ...action, announced_at: at })];
  return { ok: true, result: { action: action.id }, postings: [], rows, events: [] };
}

export function lapse(state: CoreState, { at, body }: Command<LapseBody>): Outcome {
  const action = corporateActionsOf(state).actions.get(body.action);
  if (action === undefined) throw new Error(`corporate action ${body.action} is not in the calendar`);
  const after: CorporateAction = {
    ...action,
    state: 'lapsed',
    applied_at: at,
    last: body.last,
    first: body.first,
  };
  return { ok: true, result: { action: action.id }, postings: [], rows: [actionChange(after)], events: [] };
}
