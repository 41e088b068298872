import { INTERVALS } from '@glasshouse/api/constants';
import {
  type ChartCandle,
  type ChartLine,
  type ChartSettings,
  DEFAULT_CHART_SETTINGS,
  PriceChart,
  readChartSettings,
} from '@glasshouse/ui/chart';
import { useState } from 'react';
import { loadable } from '../../api/loadable.ts';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { useQuote } from '../../live/market.ts';
import { readStored, writeStored } from '../../session/storage.ts';
import { FailureNote } from '../failure.tsx';
import { useFormat } from '../format.ts';
import { isInterval, storedInterval } from '../market/candles-query.ts';
import styles from './price-panel.module.css';
import { useCandles } from './use-candles.ts';
import { useChartLabels } from './use-chart-labels.ts';
import { useDrawings } from './use-drawings.ts';

function storedSettings(): ChartSettings {
  try {
    return readChartSettings(JSON.parse(readStored('chartLook') ?? '{}'));
  } catch {
    return DEFAULT_CHART_SETTINGS;
  }
}

interface PricePanelProps {
  readonly code: string;
  readonly name: string;
  readonly precision: number;
  readonly source: string;
  readonly lines?: readonly ChartLine[] | undefined;
  /** The tick size, if larger than one unit of the last decimal: lines are dragged in its steps. */
  readonly priceStep?: number | undefined;
  /** Called once the chart has its bars. */
  readonly onDrawn?: (() => void) | undefined;
}

/** The chart of one instrument, with all its remembered settings. */
export function PricePanel({ code, name, precision, source, lines, priceStep, onDrawn }: PricePanelProps) {
  const t = useT();
  const format = useFormat();
  const labels = useChartLabels();
  const [interval, setChartInterval] = useState(storedInterval);
  const [settings, setSettings] = useState(storedSettings);
  const [drawings, setDrawings] = useDrawings(code);
  const stale = useQuote(code, (quote) => quote.stale);
  const { query, candles, subscribe, loadOlder } = useCandles(code, interval);
  const list = loadable(query);

  const describe = (drawn: readonly ChartCandle[]): string => {
    const first = drawn[0];
    const last = drawn.at(-1);
    if (first === undefined || last === undefined) return t('trade:chart.empty');
    const range = {
      name,
      price: format.price(last.close.toFixed(precision), precision),
      low: format.price(Math.min(...drawn.map((bar) => bar.low)).toFixed(precision), precision),
      high: format.price(Math.max(...drawn.map((bar) => bar.high)).toFixed(precision), precision),
      from: format.dateTime(first.time),
    };
    return t('trade:chart.summary', range);
  };
  if (list.state === 'error') return <FailureNote failure={list.failure} retry={list.retry} />;
  return (
    <PriceChart
      className={styles.chart ?? ''}
      seriesKey={`${code}/${interval}`}
      candles={candles}
      subscribe={subscribe}
      loadOlder={loadOlder}
      places={precision}
      lines={lines}
      priceStep={priceStep}
      drawings={drawings}
      onDrawings={setDrawings}
      intervals={INTERVALS.map((value) => ({ value, label: value }))}
      interval={interval}
      onInterval={(next) => {
        if (!isInterval(next)) return;
        writeStored('chartInterval', next);
        setChartInterval(next);
      }}
      settings={settings}
      onSettings={(next) => {
        writeStored('chartLook', JSON.stringify(next));
        setSettings(next);
      }}
      describe={(drawn) => {
        onDrawn?.();
        return describe(drawn);
      }}
      picture={{
        title: `${name} · ${interval}`,
        note: source === 'sim' ? t('shell:banner.simulated') : source === 'replay' ? t('shell:banner.replay') : '',
        fileName: `${code}-${interval}.png`,
      }}
      stale={stale}
      labels={labels}
      now={serverNow}
    />
  );
}
