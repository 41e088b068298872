import type { Translator } from '@glasshouse/i18n';
import type { Formatter } from '@glasshouse/i18n/format';
import { INTERVAL_MS } from './intervals.ts';
import { type ChartInterval, INTERVALS_OF_CHART, isTickInterval, STEP_MS } from './tick-bars.ts';

interface Words {
  readonly t: Translator['t'];
  readonly format: Pick<Formatter, 'duration'>;
}

const secondsOf = (interval: ChartInterval): number =>
  (isTickInterval(interval) ? STEP_MS[interval] : INTERVAL_MS[interval]) / 1_000;

/** An interval as traders abbreviate it: `5m` and `1D`, `5分` and `日足`. */
export function intervalLabel({ t, format }: Words, interval: ChartInterval): string {
  if (interval === 'tick') return t('trade:chart.ticks');
  if (interval === '1d') return t('trade:chart.bars.day');
  if (interval === '1w') return t('trade:chart.bars.week');
  return format.duration(secondsOf(interval), 'letter');
}

/** The same in full words. */
const intervalName = ({ t, format }: Words, interval: ChartInterval): string =>
  interval === 'tick' ? t('trade:chart.ticks') : format.duration(secondsOf(interval), 'long');

/** The intervals of a chart for its toolbar, shortest first. */
export const intervalChoices = (words: Words) =>
  INTERVALS_OF_CHART.map((value) => ({
    value,
    label: intervalLabel(words, value),
    name: intervalName(words, value),
  }));
