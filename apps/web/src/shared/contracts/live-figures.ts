import { pnlOf } from '@glasshouse/rules/contracts';
import { closePart, NO_CARRY, settleClose } from '@glasshouse/rules/contracts-close';
import { marginLevelOf } from '@glasshouse/rules/contracts-liquidation';
import {
  type Amount,
  formatAmount,
  formatDecimal,
  formatRate,
  parseAmount,
  parseDecimal,
  parsePrice,
  RATE_DECIMALS,
  ratioFloor,
} from '@glasshouse/rules/money';
import type { OpenPosition } from './position.ts';

/** P&L of the open lots at the mark price, before the closing fee. */
export function unrealisedAt(position: OpenPosition, mark: string | undefined): string | undefined {
  const close = mark === undefined ? undefined : parsePrice(mark);
  if (close === undefined) return undefined;
  const { side, size, open } = position;
  return formatAmount(pnlOf({ side, size, open, close }));
}

/** P&L as a fraction of the margin: 0.25 is a gain of a quarter. */
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
  readonly pnl: string;
  readonly fee: string;
  /** P&L less the fee. */
  readonly result: string;
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
  const part = closePart({ ...position, carry: NO_CARRY }, { lots: closing, price: at });
  const money = settleClose(part);
  return {
    pnl: formatAmount((money.profit - money.loss) as Amount),
    fee: formatAmount(money.fee),
    result: formatAmount((money.profit - money.loss - money.fee) as Amount),
    released: formatAmount(money.released),
  };
}

/** A fraction as percent: 0.1234 is 12.34. */
export function percentText(share: string | undefined): string | undefined {
  const units = share === undefined ? undefined : parseDecimal(share, RATE_DECIMALS);
  return units === undefined ? undefined : formatDecimal(units * 100n, RATE_DECIMALS);
}
