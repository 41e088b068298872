import { Card, Section } from '@glasshouse/ui';
import {
  type ChartCandle,
  type ChartDrawing,
  type ChartSettings,
  DEFAULT_CHART_SETTINGS,
  PriceChart,
} from '@glasshouse/ui/chart';
import { useMemo, useRef, useState } from 'react';
import { CHART_LABELS } from './chart-labels.ts';
import { type ChartState, sampleInset, stateLines } from './chart-lines.ts';
import styles from './gallery.module.css';
import { sampleCandles, seeded } from './sample.ts';

const MINUTE_MS = 60_000;
const INTERVALS = ['1m', '5m', '15m', '30m', '1h', '4h', '1d', '1w'].map((value) => ({ value, label: value }));
const STEPS: Record<string, number> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '4h': 240,
  '1d': 1440,
  '1w': 10_080,
};

export function ChartSection() {
  const [interval, setInterval] = useState('1m');
  const [settings, setSettings] = useState<ChartSettings>(everything);
  const [state, setState] = useState<ChartState>();
  const step = (STEPS[interval] ?? 1) * MINUTE_MS;
  const [openedAt] = useState(Date.now);
  const end = Math.floor(openedAt / step) * step;
  const candles = useMemo(() => sampleCandles(11, 240, end, step), [end, step]);
  const last = useRef(candles.at(-1)?.close ?? 0);
  const subscribe = useMemo(() => liveBars(candles, step, last), [candles, step]);
  const [drawings, setDrawings] = useState(() => sampleDrawings(candles));
  const shown = state ?? initialState(candles);
  const lines = useMemo(
    () =>
      stateLines(shown, {
        openedAt,
        last: () => last.current,
        onChange: (change) => setState((now) => ({ ...(now ?? shown), ...change })),
      }),
    [shown, openedAt],
  );

  const insets = useMemo(() => [sampleInset(shown, openedAt)], [shown, openedAt]);

  return (
    <Section
      id="chart"
      title="Chart"
      note="Bars from a formula with twenty prices a second, all indicators, and every kind of line. Stop, target and order can be moved; the order refuses a price above the market."
    >
      <Card flush className={styles.chart}>
        <PriceChart
          seriesKey={interval}
          candles={candles}
          subscribe={subscribe}
          loadOlder={async (before) => sampleCandles(before % 1000, 240, before - step, step)}
          places={2}
          lines={lines}
          insets={insets}
          lane
          priceStep={0.1}
          drawings={drawings}
          onDrawings={setDrawings}
          intervals={INTERVALS}
          interval={interval}
          onInterval={setInterval}
          settings={settings}
          onSettings={setSettings}
          describe={describe}
          picture={{ title: 'Sample', note: `Bars of ${interval} from a formula`, fileName: 'sample.png' }}
          labels={CHART_LABELS}
        />
      </Card>
    </Section>
  );
}

/** All indicators on, to see them at once. */
function everything(): ChartSettings {
  const { indicators } = DEFAULT_CHART_SETTINGS;
  return {
    kind: 'candles',
    indicators: {
      ...indicators,
      sma: { on: true, periods: [7, 25] },
      bollinger: { ...indicators.bollinger, on: true },
      rsi: { ...indicators.rsi, on: true },
      macd: { ...indicators.macd, on: true },
    },
    panes: {},
  };
}

function initialState(candles: readonly ChartCandle[]): ChartState {
  const entry = Math.round(candles.at(-12)?.close ?? 0);
  return {
    entry,
    stop: Math.round(entry * 0.992),
    target: Math.round(entry * 1.0085),
    order: Math.round(entry * 0.9875),
  };
}

function sampleDrawings(candles: readonly ChartCandle[]): readonly ChartDrawing[] {
  const from = candles.at(-130);
  const to = candles.at(-75);
  if (from === undefined || to === undefined) return [];
  return [
    {
      id: 'trend',
      kind: 'trend',
      from: { time: from.time, price: from.low },
      to: { time: to.time, price: to.low },
    },
    { id: 'level', kind: 'horizontal', price: Math.round(to.low) },
  ];
}

function describe(bars: readonly ChartCandle[]): string {
  const prices = bars.flatMap((bar) => [bar.low, bar.high]);
  return `${bars.length} bars between ${Math.min(...prices).toFixed(2)} and ${Math.max(...prices).toFixed(2)}`;
}

function liveBars(candles: readonly ChartCandle[], step: number, last: { current: number }) {
  return (listener: (candle: ChartCandle) => void) => {
    const random = seeded(5);
    let bar = candles.at(-1);
    const timer = globalThis.setInterval(() => {
      if (bar === undefined) return;
      const close = bar.close * (1 + (random() - 0.5) * 0.0002);
      const time = Math.floor(Date.now() / step) * step;
      bar =
        time === bar.time
          ? { ...bar, close, high: Math.max(bar.high, close), low: Math.min(bar.low, close), volume: bar.volume + 1 }
          : {
              time,
              open: bar.close,
              high: Math.max(bar.close, close),
              low: Math.min(bar.close, close),
              close,
              volume: 1,
            };
      last.current = close;
      listener(bar);
    }, 50);
    return () => clearInterval(timer);
  };
}
