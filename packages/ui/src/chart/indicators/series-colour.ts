import type { IndicatorLine } from './indicator-set.ts';

/** Names of palette colours and of legend classes, so that canvas and legend match. */
const COLOURS = {
  sma: ['series1', 'series2', 'series3'],
  ema: ['series4', 'series5', 'series6'],
  bollinger: ['series6', 'series6', 'series6'],
  rsi: ['series5'],
  macd: ['series2', 'series1', 'series6'],
} as const;

export const seriesColour = ({ group, index }: Pick<IndicatorLine, 'group' | 'index'>) =>
  COLOURS[group][index] ?? 'series6';
