import { useEffect, useRef } from 'react';
import { formatFigure, signOf } from '../figures/format-figure.ts';
import { cx } from '../lib/cx.ts';
import { useUiLocale } from '../theme/locale.tsx';
import { changePercent, formatPriceNumber, formatRsi, formatVolume } from './format.ts';
import { type IndicatorGroup, type IndicatorLine, indicatorLines } from './indicators/indicator-set.ts';
import { seriesColour } from './indicators/series-colour.ts';
import styles from './legend.module.css';
import type { ReadingFeed } from './reading-feed.ts';
import type { ChartReading, ChartSettings } from './types.ts';

export interface ChartLegendLabels {
  /** One or two letters each, as traders in the user's language write them. */
  open: string;
  high: string;
  low: string;
  close: string;
  volumeShort: string;
  /** As short; the periods follow. */
  shortNames: Record<IndicatorGroup, string>;
}

interface ChartLegendProps {
  feed: ReadingFeed;
  places: number;
  settings: ChartSettings;
  labels: ChartLegendLabels;
  /** Announces changes: only while the crosshair is moved by keyboard, never on ticks. */
  live: boolean;
}

/** Groups with a pane of their own below the prices, in order. */
const BELOW = ['rsi', 'macd'] as const;

/**
 * Values under the crosshair. React renders the labels; the figures are written to the DOM
 * directly, because they change with every tick and pointer move.
 */
export function ChartLegend({ feed, places, settings, labels, live }: ChartLegendProps) {
  const { locale } = useUiLocale();
  const rootRef = useRef<HTMLDivElement>(null);
  const lines = indicatorLines(settings.indicators);
  const onPrices = lines.filter(({ group }) => group !== 'rsi' && group !== 'macd');
  const below = BELOW.filter((group) => settings.indicators[group].on);

  // biome-ignore lint/correctness/useExhaustiveDependencies: another look has other places to write into.
  useEffect(() => {
    const root = rootRef.current;
    if (root === null) return;
    const fields = [...root.querySelectorAll<HTMLElement>('[data-value]')];
    return feed.subscribe((reading) => write({ root, fields }, reading, { places, locale }));
  }, [feed, places, locale, settings]);

  const bar: [string, string][] = [
    ['open', labels.open],
    ['high', labels.high],
    ['low', labels.low],
    ['close', labels.close],
  ];
  return (
    <div ref={rootRef} className={styles.legend} aria-live={live ? 'polite' : 'off'} hidden>
      <div className={styles.pane}>
        <div className={styles.line}>
          {(settings.kind === 'candles' ? bar : bar.slice(3)).map(([field, name]) => (
            <span key={field}>
              <span className={styles.name}>{name}</span> <Value text={field} />
            </span>
          ))}
          <bdi dir="ltr" className={styles.change} data-value="change" />
          {settings.indicators.volume.on && (
            <span>
              <span className={styles.name}>{labels.volumeShort}</span> <Value text="volume" />
            </span>
          )}
        </div>
        {onPrices.length > 0 && (
          <div className={styles.line}>
            {grouped(onPrices).map((group) => (
              <Indicator key={group[0]?.id} lines={group} labels={labels} />
            ))}
          </div>
        )}
      </div>
      {below.map((group, index) => (
        <div key={group} className={cx(styles.pane, index === 0 ? styles.first : styles.second)}>
          <div className={styles.line}>
            <Indicator lines={lines.filter((line) => line.group === group)} labels={labels} />
          </div>
        </div>
      ))}
    </div>
  );
}

const Value = ({ text }: { text: string }) => <bdi dir="ltr" className={styles.value} data-value={text} />;

/** One indicator: its name, and a value in the colour of each of its lines. */
function Indicator({ lines, labels }: { lines: readonly IndicatorLine[]; labels: ChartLegendLabels }) {
  const named = lines.find(({ note }) => note !== '');
  if (named === undefined) return null;
  // Reading order, which differs from drawing order.
  const order = [...lines].sort((left, right) => left.index - right.index);
  return (
    <span>
      <span className={styles.name}>
        {labels.shortNames[named.group]} <bdi dir="ltr">{named.note}</bdi>
      </span>
      {order.map((line) => (
        <bdi key={line.id} dir="ltr" className={styles[seriesColour(line)]} data-value={line.id} />
      ))}
    </span>
  );
}

/** Averages stand alone; the three bands belong together. */
function grouped(lines: readonly IndicatorLine[]): IndicatorLine[][] {
  const bands = lines.filter(({ group }) => group === 'bollinger');
  const others = lines.filter(({ group }) => group !== 'bollinger').map((line) => [line]);
  return bands.length === 0 ? others : [...others, bands];
}

const ARROWS = { 1: '↑ ', 0: '', [-1]: '↓ ' } as const;

function write(
  { root, fields }: { root: HTMLElement; fields: readonly HTMLElement[] },
  reading: ChartReading | undefined,
  { places, locale }: { places: number; locale: string },
): void {
  if (root.hidden !== (reading === undefined)) root.hidden = reading === undefined;
  if (reading === undefined) return;
  const { candle, previousClose } = reading;
  if (root.hasAttribute('data-pointed') !== reading.pointed) root.toggleAttribute('data-pointed');
  const price = (value: number | undefined) => (value === undefined ? '–' : formatPriceNumber(value, places, locale));
  for (const element of fields) {
    const field = element.dataset.value as string;
    if (field === 'change') writeChange(element, changePercent(previousClose, candle.close), locale);
    else if (field === 'volume') put(element, formatVolume(candle.volume, locale));
    else if (field === 'open' || field === 'high' || field === 'low' || field === 'close')
      put(element, price(candle[field]));
    else if (field === 'rsi') put(element, writtenRsi(reading.valueOf(field), locale));
    else put(element, price(reading.valueOf(field)));
  }
}

const writtenRsi = (value: number | undefined, locale: string): string =>
  value === undefined ? '–' : formatRsi(value, { locale, places: 2 });

function writeChange(element: HTMLElement, percent: string | undefined, locale: string): void {
  if (percent === undefined) {
    put(element, '–');
    return;
  }
  const written = formatFigure(percent, { locale, places: 2, sign: 'always', rounding: 'half' });
  // Judged by the rounded text: −0.00 % is not a fall.
  const direction = signOf(written.replace(/[^\d−]/g, ''));
  put(element, `${ARROWS[direction]}${written}%`);
  element.dataset.direction = String(direction);
}

/** Writing unchanged text would trigger a repaint. */
function put(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}
