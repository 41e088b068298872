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

/** PnL of what is open at the mark price, before the fee of the close. */
export function unrealisedAt(position: OpenPosition, mark: string | undefined): string | undefined {
  const close = mark === undefined ? undefined : parsePrice(mark);
  if (close === undefined) return undefined;
  const { side, size, open } = position;
  return formatAmount(pnlOf({ side, size, open, close }));
}

/** PnL as a share of the margin: 0.25 is a quarter of it gained. */
export function shareOfMargin(position: OpenPosition, pnl: string | undefined): string | undefined {
  if (pnl === undefined || position.margin <= 0n) return undefined;
  const negative = pnl.startsWith('-');
  const size = parseAmount(negative ? pnl.slice(1) : pnl);
  if (size === undefined) return undefined;
  return `${negative ? '-' : ''}${formatRate(ratioFloor(size, position.margin))}`;
}

/** 1 is the level at which the position is liquidated. */
export function levelAt(position: OpenPosition, mark: string | undefined): string | undefined {
  const price = mark === undefined ? undefined : parsePrice(mark);
  if (price === undefined) return undefined;
  const level = marginLevelOf(position, price);
  return level === undefined ? undefined : formatRate(level);
}

/** What the bar of a margin level shows as full: three times the level of liquidation. */
const FULL_LEVEL = 3;
export const levelShare = (level: string | undefined): number =>
  level === undefined ? 0 : Math.min(1, Math.max(0, (Number(level) - 1) / (FULL_LEVEL - 1)));

export interface ExpectedClose {
  readonly pnl: string;
  readonly fee: string;
  /** PnL less the fee. */
  readonly result: string;
  /** What is available again afterwards. */
  readonly released: string;
}

/** What closing `lots` at this price would bring. Undefined for lots that are not there to close, or without a price. */
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

/** A share as percent: 0.1234 is 12.34. */
export function percentText(share: string | undefined): string | undefined {
  const units = share === undefined ? undefined : parseDecimal(share, RATE_DECIMALS);
  return units === undefined ? undefined : formatDecimal(units * 100n, RATE_DECIMALS);
}
