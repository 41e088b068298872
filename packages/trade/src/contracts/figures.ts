import {
  areLotsAllowed,
  closingPrice,
  contractFeeOf,
  financingOf,
  marginOf,
  openingPrice,
  type Side,
  type Size,
  stopsProblem,
} from '@glasshouse/rules/contracts';
import { breakEvenPrice, isLiquidated, marginLevelOf, type Position } from '@glasshouse/rules/contracts-liquidation';
import { profitLimitPrice, profitMaxOf } from '@glasshouse/rules/contracts-profit';
import { contractTicketDerivations } from '@glasshouse/rules/derivations/contracts';
import {
  type Amount,
  add,
  amountOf,
  divCeil,
  divFloor,
  formatAmount,
  formatDecimal,
  formatPrice,
  formatRate,
  type Price,
  parseAmount,
  parsePrice,
  ratioFloor,
  subtract,
  ZERO,
} from '@glasshouse/rules/money';
import { contractResult } from '@glasshouse/rules/results';
import type { Priced, Problems, TicketField } from '../ticket/ticket.ts';
import { openingAt } from './opening.ts';
import type { Terms } from './terms.ts';
import { type TrailDraft, trailProblemOf } from './trail-draft.ts';

/** What is filled in on the ticket; prices and lots as typed. */
export interface ContractDraft {
  readonly side: Side;
  readonly type: 'market' | 'limit' | 'stop' | 'stopLimit';
  readonly lots: string;
  readonly leverage: number;
  readonly limitPrice: string;
  readonly stopPrice: string;
  /** The waiting order that this one is to exclude; empty: none. */
  readonly ocoWith: string;
  /** Empty: none. */
  readonly stopLoss: string;
  readonly takeProfit: string;
  /** Left out: none. */
  readonly trail?: TrailDraft;
}

/** Current prices; undefined before the first tick. */
export interface Market {
  readonly bid: string | undefined;
  readonly ask: string | undefined;
  readonly mid: string | undefined;
}

/** Everything the ticket shows about an order before it is placed, as exact decimal text. */
export interface ContractFigures {
  readonly openPrice: string;
  readonly notional: string;
  readonly margin: string;
  readonly openFee: string;
  /** If it were closed at the opening price. */
  readonly closeFee: string;
  /** Deducted from the balance when it opens. */
  readonly total: string;
  readonly liquidation: string | undefined;
  /** From the opening price to that of the liquidation, as a share of it. */
  readonly liquidationMove: string | undefined;
  readonly breakEven: string;
  readonly maintenance: string;
  readonly maintenanceRate: string;
  readonly deduction: string;
  readonly marginLevel: string | undefined;
  readonly financing: string;
  /** Gain or loss after all fees if it closes exactly at the stop, or the target. */
  readonly atStop: string | undefined;
  readonly atTarget: string | undefined;
  /** Most that it may gain, after all costs; undefined where the terms set no limit. */
  readonly profitMax: string | undefined;
  readonly balanceAfter: string | undefined;
  /** What each of them follows from, as it is shown to whoever asks. */
  readonly why: ReturnType<typeof contractTicketDerivations>;
  /** The maximum leverage of the tier that this size falls into. */
  readonly leverageCap: number;
}

export type ContractProblem =
  | 'lotsEmpty'
  | 'lotsRange'
  | 'lotsStep'
  | 'leverageTier'
  | 'leverageSpread'
  | 'priceEmpty'
  | 'stopPrice'
  | 'noPrice'
  | 'noRate'
  | 'stopLoss'
  | 'takeProfit'
  | 'trailing'
  | 'activation'
  | 'notEnough';

type PricedContract = Priced<ContractFigures, ContractProblem>;

const without = (problems: Problems<ContractProblem>): PricedContract => ({ figures: undefined, problems });

export interface ContractInput {
  readonly draft: ContractDraft;
  readonly market: Market;
  readonly terms: Terms;
  /** Undefined for visitors, and until the balance is known. */
  readonly available: string | undefined;
}

/** Prices an order with the functions that the core charges by. */
export function priceContract(input: ContractInput): PricedContract {
  const { draft, market, terms } = input;
  if (terms.quoteRate === undefined) return without({ market: 'noRate' });
  const entry = entryOf(draft, market);
  if ('missing' in entry) return without(entry.missing);
  const { open, reference } = entry;
  const lots = parseAmount(draft.lots);
  if (lots === undefined || lots === 0n) return without({ size: 'lotsEmpty' });

  const size: Size = { lots, lotSize: terms.lotSize, quoteRate: terms.quoteRate };
  const opening = openingAt({ side: draft.side, size, leverage: draft.leverage, open }, terms);
  const { position, notional, tier, openFee, total, liquidation } = opening;
  const { margin, maintenance } = position;
  const leverageCap = Math.min(terms.maxLeverage, tier.maxLeverage);
  const stopLoss = parsePrice(draft.stopLoss);
  const takeProfit = parsePrice(draft.takeProfit);
  const balance = input.available === undefined ? undefined : parseAmount(input.available);
  const level = marginLevelOf(position, entry.mark);
  const most = terms.profitMaxRate === undefined ? undefined : profitMaxOf(size, open, terms.profitMaxRate);
  const after = (price: Price | undefined) =>
    price === undefined
      ? undefined
      : formatAmount(
          contractResult({ realised: ZERO, costs: openFee, closing: { position, price, profitMax: most } }).net,
        );
  const limit =
    most === undefined ? undefined : profitLimitPrice({ side: draft.side, size, open, max: most }, terms.point);
  const figures: ContractFigures = {
    openPrice: formatPrice(open),
    notional: formatAmount(notional),
    margin: formatAmount(margin),
    openFee: formatAmount(openFee),
    closeFee: formatAmount(openFee),
    total: formatAmount(total),
    liquidation: liquidation === undefined ? undefined : formatPrice(liquidation),
    liquidationMove: liquidation === undefined ? undefined : moveOf(open, liquidation),
    breakEven: formatPrice(breakEvenPrice({ ...position, paid: openFee }, terms.point)),
    maintenance: formatAmount(maintenance),
    maintenanceRate: formatRate(tier.maintenanceRate),
    deduction: formatAmount(tier.deduction),
    marginLevel: level === undefined ? undefined : formatRate(level),
    financing: formatAmount(financingOf(size, open, terms.financingRate)),
    atStop: after(stopLoss),
    atTarget: after(takeProfit),
    profitMax: most === undefined ? undefined : after(limit ?? NO_PRICE),
    balanceAfter: balance === undefined || balance < total ? undefined : formatAmount(subtract(balance, total)),
    why: contractTicketDerivations({
      side: draft.side,
      size,
      open,
      margin,
      maintenance,
      feeRate: terms.feeRate,
      leverage: draft.leverage,
      precision: placesOfPoint(terms.point),
      financingRate: terms.financingRate,
      mark: entry.mark,
      maintenanceRate: tier.maintenanceRate,
      deduction: tier.deduction,
      profitMaxRate: terms.profitMaxRate,
      available: balance === undefined || balance < total ? undefined : balance,
    }),
    leverageCap,
  };
  const problems: Partial<Record<TicketField, ContractProblem>> = {};
  if (!isStopAheadOf(draft, market)) problems.stopPrice = 'stopPrice';
  const range = { min: terms.minLots, max: terms.maxLots, step: terms.lotStep };
  if (lots < terms.minLots || terms.maxLots < lots) problems.size = 'lotsRange';
  else if (!areLotsAllowed(lots, range)) problems.size = 'lotsStep';
  if (leverageCap < draft.leverage) problems.leverage = 'leverageTier';
  else if (isLiquidated(position, entry.mark)) problems.leverage = 'leverageSpread';
  const { side } = draft;
  const wrong = stopsProblem({ side, reference, distance: terms.distance, stopLoss, takeProfit, liquidation });
  if (wrong !== undefined) problems[wrong] = wrong;
  const trailing = draft.trail && trailProblemOf(draft.trail, { side, reference, point: terms.point });
  if (trailing !== undefined) problems.distance = trailing === 'distance' ? 'trailing' : 'activation';
  // What is too much depends on everything else, so it is only judged once the rest is right.
  const isEnough = balance === undefined || total <= balance;
  if (Object.keys(problems).length === 0 && !isEnough) problems.size = 'notEnough';
  return { figures, problems };
}

/** Cut towards zero: never further away than it is. */
function moveOf(from: Price, to: Price): string {
  const share = ratioFloor((from < to ? to - from : from - to) as unknown as Amount, from as unknown as Amount);
  return `${to < from ? '-' : ''}${formatRate(share)}`;
}

const NO_PRICE = 0n as Price;

/** Decimals of a market's prices, by the least of their steps. */
const placesOfPoint = (point: Price): number => formatPrice(point).split('.')[1]?.length ?? 0;

const parsed = (text: string | undefined): Price | undefined => (text === undefined ? undefined : parsePrice(text));

interface Entry {
  readonly open: Price;
  /**
   * What stop and target are compared with: the current closing price, or the limit of a waiting
   * order.
   */
  readonly reference: Price;
  readonly mark: Price;
}

export const hasLimit = ({ type }: Pick<ContractDraft, 'type'>): boolean => type === 'limit' || type === 'stopLimit';
export const hasStop = ({ type }: Pick<ContractDraft, 'type'>): boolean => type === 'stop' || type === 'stopLimit';

/** Whether the price has yet to reach the stop of an entry; true for orders without one. */
function isStopAheadOf(draft: ContractDraft, { bid, ask }: Market): boolean {
  if (!hasStop(draft)) return true;
  const stop = parsePrice(draft.stopPrice);
  const now = parsed(openingPrice(draft.side, { bid, ask }));
  if (stop === undefined || now === undefined) return true;
  return draft.side === 'buy' ? now < stop : stop < now;
}

/**
 * A limit that the market has already reached opens at once, at the better price. One that waits
 * for a stop price is valued there, or at the limit that it fills at.
 */
function entryOf(
  draft: ContractDraft,
  { bid, ask, mid }: Market,
): Entry | { readonly missing: Problems<ContractProblem> } {
  const { side } = draft;
  const now = parsed(openingPrice(side, { bid, ask }));
  const close = parsed(closingPrice(side, { bid, ask }));
  const mark = parsed(mid);
  const limit = hasLimit(draft) ? parsePrice(draft.limitPrice) : undefined;
  const stop = hasStop(draft) ? parsePrice(draft.stopPrice) : undefined;
  if (hasStop(draft) && stop === undefined) return { missing: { stopPrice: 'priceEmpty' } };
  if (hasLimit(draft) && limit === undefined) return { missing: { price: 'priceEmpty' } };
  const stopped = limit ?? stop;
  if (stop !== undefined && stopped !== undefined) return { open: stopped, reference: stopped, mark: stopped };
  const waits = limit !== undefined && (now === undefined || (side === 'buy' ? limit < now : now < limit));
  if (waits) return { open: limit, reference: limit, mark: limit };
  if (now === undefined || close === undefined || mark === undefined) return { missing: { market: 'noPrice' } };
  return { open: now, reference: close, mark };
}

/** The price at which this draft would open; undefined while there is none. */
export function openOf(draft: ContractDraft, market: Market): Price | undefined {
  const entry = entryOf(draft, market);
  return 'missing' in entry ? undefined : entry.open;
}

/** A position and what it has paid, less what it has realised: what a close must earn back. */
type Share = Position & { readonly paid: Amount };

/**
 * The price, in whole points, at which the result after all costs is `percent` of the margin, and
 * not less; undefined below 0.
 */
export function priceAtShare(position: Share, percent: number, point: Price): Price | undefined {
  const profit = divCeil(position.margin * BigInt(percent), 100n) as Amount;
  const price = breakEvenPrice({ ...position, paid: add(position.paid, profit) }, point);
  return 0n < price ? price : undefined;
}

/**
 * How many times the loss at its stop the gain at its target is, both after all costs, rounded
 * down; undefined where nothing is risked, or one of the two is not set.
 */
export function rewardRatio({ atStop, atTarget }: Pick<ContractFigures, 'atStop' | 'atTarget'>): string | undefined {
  if (atStop === undefined || atTarget === undefined) return undefined;
  const risk = -amountOf(atStop);
  const reward = amountOf(atTarget);
  return risk <= 0n ? undefined : formatDecimal(divFloor(reward < 0n ? 0n : reward * 10n, risk), 1);
}

/**
 * A stop or target for the ticket, with a result of `percent` of the margin. Undefined where it
 * would be reached at once: opening and closing alone may cost more than a small share.
 */
export function presetPrice(
  input: Omit<ContractInput, 'available'> & { readonly percent: number },
): string | undefined {
  const { draft, market, terms, percent } = input;
  const entry = entryOf(draft, market);
  const lots = parseAmount(draft.lots);
  if ('missing' in entry || lots === undefined || lots === 0n || terms.quoteRate === undefined) return undefined;
  const { open, reference } = entry;
  const size: Size = { lots, lotSize: terms.lotSize, quoteRate: terms.quoteRate };
  const margin = marginOf(size, open, draft.leverage);
  const { feeRate } = terms;
  const position = { side: draft.side, size, open, margin, maintenance: ZERO, feeRate };
  const price = priceAtShare({ ...position, paid: contractFeeOf(size, open, feeRate) }, percent, terms.point);
  const [stopLoss, takeProfit] = percent < 0 ? [price, undefined] : [undefined, price];
  const { distance } = terms;
  const wrong = stopsProblem({ side: draft.side, reference, distance, stopLoss, takeProfit, liquidation: undefined });
  return price === undefined || wrong !== undefined ? undefined : formatPrice(price);
}
