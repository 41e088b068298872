import { Card, Section } from '@glasshouse/ui';
import { type ChartCandle, type ChartLine, type ChartLook, FIRST_LOOK, PriceChart } from '@glasshouse/ui/chart';
import { useMemo, useState } from 'react';
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

const LABELS = {
  intervals: 'Interval',
  tools: 'Chart tools',
  candles: 'Show candles',
  line: 'Show a line',
  averages: 'Moving averages',
  volume: 'Volume',
  save: 'Save as picture',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  open: 'O',
  high: 'H',
  low: 'L',
  close: 'C',
  volumeShort: 'Vol',
  averageShort: 'MA',
  keyboardHint: 'chart, arrow keys move through the bars',
  loadFailed: 'The chart could not be loaded.',
};

export function ChartSection() {
  const [interval, setInterval] = useState('1m');
  const [look, setLook] = useState<ChartLook>(FIRST_LOOK);
  const step = (STEPS[interval] ?? 1) * MINUTE_MS;
  const [openedAt] = useState(Date.now);
  const end = Math.floor(openedAt / step) * step;
  const candles = useMemo(() => sampleCandles(11, 240, end, step), [end, step]);
  const subscribe = useMemo(() => liveBars(candles, step), [candles, step]);
  const lines = useMemo<ChartLine[]>(() => {
    const last = candles.at(-1)?.close ?? 0;
    return [
      {
        id: '1',
        price: last * 1.0012,
        label: 'Up 100 USDT',
        shortLabel: '↑ 100',
        tone: 'up',
        endsAt: openedAt + 72_000,
      },
      {
        id: '2',
        price: last * 0.9986,
        label: 'Down 250 USDT',
        shortLabel: '↓ 250',
        tone: 'down',
        endsAt: openedAt + 296_000,
      },
    ];
  }, [candles, openedAt]);

  return (
    <Section
      id="chart"
      title="Chart"
      note="Bars from a formula, open options as lines. Scroll to the left for older bars."
    >
      <Card flush className={styles.chart}>
        <PriceChart
          seriesKey={interval}
          candles={candles}
          subscribe={subscribe}
          loadOlder={async (before) => sampleCandles(before % 1000, 240, before - step, step)}
          places={2}
          lines={lines}
          intervals={INTERVALS}
          interval={interval}
          onInterval={setInterval}
          look={look}
          onLook={setLook}
          describe={describe}
          picture={{ title: 'Sample', note: `Bars of ${interval} from a formula`, fileName: 'sample.png' }}
          labels={LABELS}
        />
      </Card>
    </Section>
  );
}

function describe(bars: readonly ChartCandle[]): string {
  const prices = bars.flatMap((bar) => [bar.low, bar.high]);
  return `${bars.length} bars between ${Math.min(...prices).toFixed(2)} and ${Math.max(...prices).toFixed(2)}`;
}

function liveBars(candles: readonly ChartCandle[], step: number) {
  return (listener: (candle: ChartCandle) => void) => {
    const random = seeded(5);
    let bar = candles.at(-1);
    const timer = globalThis.setInterval(() => {
      if (bar === undefined) return;
      const close = bar.close * (1 + (random() - 0.5) * 0.0006);
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
      listener(bar);
    }, 500);
    return () => clearInterval(timer);
  };
}
