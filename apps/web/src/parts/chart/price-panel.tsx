import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { readStored, writeStored } from '@glasshouse/app/session/storage';
import { useIsHydrating } from '@glasshouse/ui';
import {
  type ChartBox,
  type ChartCandle,
  type ChartInset,
  type ChartLine,
  type ChartLineValue,
  type ChartLink,
  type ChartMenu,
  ChartPlace,
  type ChartSettings,
  DEFAULT_CHART_SETTINGS,
  PriceChart,
  readChartSettings,
} from '@glasshouse/ui/chart';
import { useMemo, useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useQuote } from '../../live/market.ts';
import { isSimulated } from '../market/is-simulated.ts';
import { intervalChoices, intervalLabel } from './interval-words.ts';
import styles from './price-panel.module.css';
import { type ChartInterval, isChartInterval, isTickInterval, storedChartInterval } from './tick-bars.ts';
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

/** Ticks are a line, and nothing shorter than a minute has a volume. */
function settingsFor(interval: string, usual: ChartSettings): ChartSettings {
  if (!isTickInterval(interval)) return usual;
  const indicators = { ...usual.indicators, volume: { on: false } };
  return { ...usual, kind: interval === 'tick' ? 'line' : usual.kind, indicators };
}

/** Back from it: what was only meant for the ticks is not kept. */
function usualOf(interval: string, next: ChartSettings, usual: ChartSettings): ChartSettings {
  if (!isTickInterval(interval)) return next;
  const indicators = { ...next.indicators, volume: usual.indicators.volume };
  return { ...next, kind: interval === 'tick' ? usual.kind : next.kind, indicators };
}

interface PricePanelProps {
  readonly code: string;
  readonly name: string;
  readonly precision: number;
  readonly source: string;
  readonly lines?: readonly ChartLine[] | undefined;
  /** Options of the market, in the lane. */
  readonly insets?: readonly ChartInset[] | undefined;
  /** Adds up the figures of lines that share a chip. */
  readonly sumOf?: ((values: readonly ChartLineValue[]) => ChartLineValue | undefined) | undefined;
  /** A lane beside the bars, for what somebody has on this market. */
  readonly lane?: boolean;
  /** What an order that is being written would risk and gain. */
  readonly box?: ChartBox | undefined;
  /** What can be done at a price. */
  readonly menu?: ChartMenu | undefined;
  /** One crosshair with other charts. */
  readonly link?: ChartLink | undefined;
  /** Set from outside, for a chart beside the first; otherwise the last one chosen. */
  readonly interval?: ChartInterval | undefined;
  readonly onInterval?: ((interval: ChartInterval) => void) | undefined;
  /** The tick size, if larger than one unit of the last decimal: lines are dragged in its steps. */
  readonly priceStep?: number | undefined;
  /** Called once the chart has its bars. */
  readonly onDrawn?: (() => void) | undefined;
}

/** The chart of one instrument. A painted page has its place: bars come once the app is there. */
export const PricePanel = (props: PricePanelProps) =>
  useIsHydrating() ? <ChartPlace className={styles.chart ?? ''} /> : <Panel {...props} />;

/** With all its remembered settings. */
function Panel(props: PricePanelProps) {
  const { code, name, precision, source, lines, insets, lane, priceStep, onDrawn } = props;
  const t = useT();
  const format = useFormat();
  const labels = useChartLabels();
  const intervals = useMemo(() => intervalChoices({ t, format }), [t, format]);
  const [usual, setUsual] = useState(storedChartInterval);
  const interval = props.interval ?? usual;
  const [usualSettings, setSettings] = useState(storedSettings);
  const settings = useMemo(() => settingsFor(interval, usualSettings), [interval, usualSettings]);
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
  if (list.state === 'error' && !isTickInterval(interval))
    return <FailureNote failure={list.failure} retry={list.retry} />;
  return (
    <PriceChart
      className={styles.chart ?? ''}
      seriesKey={`${code}/${interval}`}
      candles={candles}
      subscribe={subscribe}
      loadOlder={loadOlder}
      places={precision}
      lines={lines}
      insets={insets}
      lane={lane}
      sumOf={props.sumOf}
      box={props.box}
      menu={props.menu}
      link={props.link}
      linkSeries={code}
      priceStep={priceStep}
      drawings={drawings}
      onDrawings={setDrawings}
      intervals={intervals}
      interval={interval}
      onInterval={(next) => {
        if (!isChartInterval(next)) return;
        if (props.onInterval !== undefined) return props.onInterval(next);
        writeStored('chartInterval', next);
        setUsual(next);
      }}
      settings={settings}
      onSettings={(next) => {
        const ownSettings = usualOf(interval, next, usualSettings);
        writeStored('chartLook', JSON.stringify(ownSettings));
        setSettings(ownSettings);
      }}
      describe={(drawn) => {
        onDrawn?.();
        return describe(drawn);
      }}
      picture={{
        title: `${name} · ${intervalLabel({ t, format }, interval)}`,
        note: isSimulated(source) ? t('shell:banner.simulated') : source === 'replay' ? t('shell:banner.replay') : '',
        fileName: `${code}-${interval}.png`,
      }}
      stale={stale}
      labels={labels}
      now={serverNow}
    />
  );
}
