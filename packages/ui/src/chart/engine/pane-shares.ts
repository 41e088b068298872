import { PANE_SHARE_RANGE } from '../settings.ts';
import type { ChartIndicators, ChartPanes } from '../types.ts';

export type Pane = keyof ChartPanes;

/** Height of a pane beside that of the prices, until the reader pulls it. */
const FIRST_SHARE = 0.32;
/** A pane that was pulled has moved by more than this; less is rounding. */
const NEARLY = 0.005;

/** Panes stand in the order of their indicators, under the prices. */
export const panesOf = (indicators: ChartIndicators): readonly Pane[] =>
  (['rsi', 'macd'] as const).filter((name) => indicators[name].on);

export const shareOf = (shares: ChartPanes, name: Pane): number => shares[name] ?? FIRST_SHARE;

/** The shares after the panes on the screen were measured, or undefined when none was pulled. Panes that are off keep theirs. */
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
