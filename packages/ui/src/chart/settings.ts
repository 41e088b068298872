import type { ChartIndicators, ChartPanes, ChartSettings } from './types.ts';

/** Longest period offered, and maximum number of lines per kind of average. */
export const PERIOD_MAX = 500;
export const AVERAGES_MAX = 3;
export const DEVIATIONS_MAX = 10;

export const DEFAULT_CHART_SETTINGS: ChartSettings = {
  kind: 'candles',
  indicators: {
    volume: { on: true },
    sma: { on: false, periods: [7, 25, 99] },
    ema: { on: false, periods: [12, 26] },
    bollinger: { on: false, period: 20, deviations: 2 },
    rsi: { on: false, period: 14 },
    macd: { on: false, fast: 12, slow: 26, signal: 9 },
  },
  panes: {},
};
/** Limits of a pane's height relative to the prices. */
export const PANE_SHARE_RANGE = { min: 0.02, max: 50 };

type Stored = Record<string, unknown>;
const asObject = (value: unknown): Stored => (typeof value === 'object' && value !== null ? (value as Stored) : {});
const asFlag = (value: unknown, fallback: boolean): boolean => (typeof value === 'boolean' ? value : fallback);

export const isPeriod = (value: unknown): value is number =>
  Number.isInteger(value) && 1 <= (value as number) && (value as number) <= PERIOD_MAX;
export const isDeviations = (value: unknown): value is number =>
  typeof value === 'number' && 0 < value && value <= DEVIATIONS_MAX;

const asPeriod = (value: unknown, fallback: number): number => (isPeriod(value) ? value : fallback);

function asPanes(value: unknown): ChartPanes {
  const saved = asObject(value);
  const { min, max } = PANE_SHARE_RANGE;
  const isShare = (share: unknown): boolean => typeof share === 'number' && min <= share && share <= max;
  return Object.fromEntries(
    (['rsi', 'macd'] as const).flatMap((pane) => (isShare(saved[pane]) ? [[pane, saved[pane]]] : [])),
  );
}

function asPeriods(value: unknown, fallback: readonly number[]): readonly number[] {
  if (!Array.isArray(value)) return fallback;
  const periods = [...new Set(value.filter(isPeriod))].slice(0, AVERAGES_MAX);
  return periods.length === 0 ? fallback : periods;
}

/**
 * Chart settings from storage, which the user or another release may have written. The first
 * release stored `volume` and `averages` at the top level.
 */
export function readChartSettings(stored: unknown): ChartSettings {
  const settings = asObject(stored);
  const saved = asObject(settings.indicators);
  const first = DEFAULT_CHART_SETTINGS.indicators;
  const settingsOf = (name: keyof ChartIndicators): Stored => asObject(saved[name]);
  return {
    kind: settings.kind === 'line' ? 'line' : 'candles',
    indicators: {
      volume: { on: asFlag(settingsOf('volume').on, asFlag(settings.volume, first.volume.on)) },
      sma: {
        on: asFlag(settingsOf('sma').on, asFlag(settings.averages, first.sma.on)),
        periods: asPeriods(settingsOf('sma').periods, first.sma.periods),
      },
      ema: {
        on: asFlag(settingsOf('ema').on, first.ema.on),
        periods: asPeriods(settingsOf('ema').periods, first.ema.periods),
      },
      bollinger: {
        on: asFlag(settingsOf('bollinger').on, first.bollinger.on),
        period: asPeriod(settingsOf('bollinger').period, first.bollinger.period),
        deviations: isDeviations(settingsOf('bollinger').deviations)
          ? (settingsOf('bollinger').deviations as number)
          : first.bollinger.deviations,
      },
      rsi: {
        on: asFlag(settingsOf('rsi').on, first.rsi.on),
        period: asPeriod(settingsOf('rsi').period, first.rsi.period),
      },
      macd: {
        on: asFlag(settingsOf('macd').on, first.macd.on),
        fast: asPeriod(settingsOf('macd').fast, first.macd.fast),
        slow: asPeriod(settingsOf('macd').slow, first.macd.slow),
        signal: asPeriod(settingsOf('macd').signal, first.macd.signal),
      },
    },
    panes: asPanes(settings.panes),
  };
}
