import { closingPrice } from '@glasshouse/rules/contracts';
import { marginLevelOf } from '@glasshouse/rules/contracts-liquidation';
import {
  formatAmount,
  formatDecimal,
  formatRate,
  type Price,
  parseAmount,
  parseDecimal,
  parsePrice,
  RATE_DECIMALS,
  ratioFloor,
  ZERO,
} from '@glasshouse/rules/money';
import { contractResult, costsOfLots } from '@glasshouse/rules/results';
import type { OpenPosition } from './position.ts';

/**
 * The result of the whole position if the rest were closed at this price: after opening, closing
 * and overnight fees, with what was realised before.
 */
export const netAt = (position: OpenPosition, price: Price): string =>
  formatAmount(
    contractResult({
      realised: position.realised,
      costs: position.charged,
      closing: { position, price, profitMax: position.profitMax },
    }).net,
  );

interface Sides {
  readonly bid: string | undefined;
  readonly ask: string | undefined;
}

/** The same at the price that a close would get now. Undefined without one. */
export function netNow(position: OpenPosition, quotes: Sides): string | undefined {
  const price = priceToClose(position, quotes);
  return price === undefined ? undefined : netAt(position, price);
}

/** What of it the balances do not have yet: the gain or loss to come, less the closing fee. */
export function addsNow(position: OpenPosition, quotes: Sides): string | undefined {
  const price = priceToClose(position, quotes);
  return price === undefined ? undefined : netAt({ ...position, realised: ZERO, charged: ZERO }, price);
}

function priceToClose({ side }: OpenPosition, quotes: Sides): Price | undefined {
  const text = closingPrice(side, quotes);
  return text === undefined ? undefined : parsePrice(text);
}

/** A result as a fraction of the margin: 0.25 is a gain of a quarter. */
export function shareOfMargin(position: OpenPosition, pnl: string | undefined): string | undefined {
  if (pnl === undefined || position.margin <= 0n) return undefined;
  const negative = pnl.startsWith('-');
  const size = parseAmount(negative ? pnl.slice(1) : pnl);
  if (size === undefined) return undefined;
  return `${negative ? '-' : ''}${formatRate(ratioFloor(size, position.margin))}`;
}

/** The position is liquidated at 1. */
export function levelAt(position: OpenPosition, mark: string | undefined): string | undefined {
  const price = mark === undefined ? undefined : parsePrice(mark);
  if (price === undefined) return undefined;
  const level = marginLevelOf(position, price);
  return level === undefined ? undefined : formatRate(level);
}

/** A full bar: three times the liquidation level. */
const FULL_LEVEL = 3;
export const levelShare = (level: string | undefined): number =>
  level === undefined ? 0 : Math.min(1, Math.max(0, (Number(level) - 1) / (FULL_LEVEL - 1)));

export interface ExpectedClose {
  /** P&L before costs. */
  readonly gross: string;
  /** The closing fee, and these lots' share of opening and overnight fees. */
  readonly costs: string;
  readonly net: string;
  /** The amount that becomes available. */
  readonly released: string;
}

/**
 * The result of closing `lots` at this price. Undefined for an impossible number of lots, or
 * without a price.
 */
export function expectedClose(
  position: OpenPosition,
  { lots, price }: { readonly lots: string; readonly price: string | undefined },
): ExpectedClose | undefined {
  const closing = parseAmount(lots);
  const at = price === undefined ? undefined : parsePrice(price);
  if (at === undefined || closing === undefined || closing <= 0n || position.size.lots < closing) return undefined;
  const { gross, costs, net, released } = contractResult({
    realised: ZERO,
    costs: costsOfLots(position.openCosts, { lots: closing, total: position.size.lots }),
    closing: { position, price: at, lots: closing, profitMax: position.profitMax },
  });
  return {
    gross: formatAmount(gross),
    costs: formatAmount(costs),
    net: formatAmount(net),
    released: formatAmount(released),
  };
}

/**
 * What the result of closing these lots is called. Only of a position that is still whole is it the
 * result of the position: its row counts what was closed before as well.
 */
export const closeName = (position: { readonly lots: string; readonly openLots: string }, lots: string) =>
  lots === position.openLots && position.openLots === position.lots ? 'order:ifClosedNow' : 'contracts:lotsNet';

/** A fraction as percent: 0.1234 is 12.34. */
export function percentText(share: string | undefined): string | undefined {
  const units = share === undefined ? undefined : parseDecimal(share, RATE_DECIMALS);
  return units === undefined ? undefined : formatDecimal(units * 100n, RATE_DECIMALS);
}
