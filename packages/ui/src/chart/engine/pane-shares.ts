import { PANE_SHARE_RANGE } from '../settings.ts';
import type { ChartIndicators, ChartPanes } from '../types.ts';

export type Pane = keyof ChartPanes;

/** Default pane height, as a share of the price pane's. */
const FIRST_SHARE = 0.32;
/** Smaller differences are rounding, not a resize. */
const NEARLY = 0.005;

/** Panes below the prices, in the order of their indicators. */
export const panesOf = (indicators: ChartIndicators): readonly Pane[] =>
  (['rsi', 'macd'] as const).filter((name) => indicators[name].on);

export const shareOf = (shares: ChartPanes, name: Pane): number => shares[name] ?? FIRST_SHARE;

/**
 * New shares after measuring the visible panes; undefined when none was resized. Hidden panes keep
 * theirs.
 */
export function changedShares(
  shares: ChartPanes,
  measured: readonly (readonly [Pane, number])[],
): ChartPanes | undefined {
  const { min, max } = PANE_SHARE_RANGE;
  const pulled = measured.filter(([name, share]) => NEARLY < Math.abs(share - shareOf(shares, name)));
  if (pulled.length === 0) return undefined;
  const rounded = pulled.map(([name, share]) => [name, Math.max(min, Math.min(max, Number(share.toFixed(3))))]);
  return { ...shares, ...Object.fromEntries(rounded) };
}
