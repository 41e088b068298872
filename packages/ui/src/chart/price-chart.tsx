import { type KeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';
import { cx } from '../lib/cx.ts';
import { watchAppearance } from '../theme/appearance.ts';
import { useUiLocale } from '../theme/locale.tsx';
import type { ChartEngine } from './engine.ts';
import { savePicture } from './export-picture.ts';
import { formatPriceNumber, formatVolume } from './format.ts';
import { pressChartKey } from './keys.ts';
import { ChartLegend, type ChartLegendLabels } from './legend.tsx';
import styles from './price-chart.module.css';
import { ChartToolbar, type ChartToolbarLabels } from './toolbar.tsx';
import type { ChartCandle, ChartDrawing, ChartLine, ChartLook, ChartReading } from './types.ts';
import { useFullScreen } from './use-full-screen.ts';

export interface ChartLabels extends ChartToolbarLabels, ChartLegendLabels {
  /** Said to screen readers on the chart itself; how to move in it by keyboard. */
  keyboardHint: string;
  /** In place of the chart when its program could not be loaded. */
  loadFailed: ReactNode;
}

export interface PriceChartProps {
  /** Which series this is (code and interval): when it changes, the view goes back to the newest bars. */
  seriesKey: string;
  /** Bars, oldest first; undefined while they are being fetched. */
  candles: readonly ChartCandle[] | undefined;
  /** Live bars, without rendering: called with a listener, returns how to stop. Keep its identity. */
  subscribe?: ((listener: (candle: ChartCandle) => void) => () => void) | undefined;
  /** Older bars when the reader scrolls to the left; an empty answer means that there are none. */
  loadOlder?: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  places: number;
  /** Steps in which lines are dragged (the tick size); one of the last decimal when it is not given. */
  priceStep?: number | undefined;
  lines?: readonly ChartLine[] | undefined;
  /** What the reader drew, and what to do when that changes; the drawing tools are there when the second is given. */
  drawings?: readonly ChartDrawing[] | undefined;
  onDrawings?: ((drawings: readonly ChartDrawing[]) => void) | undefined;
  intervals: readonly { value: string; label: string }[];
  interval: string;
  onInterval: (interval: string) => void;
  look: ChartLook;
  onLook: (look: ChartLook) => void;
  /** The chart in a sentence for those who do not see it; given the bars that are drawn. */
  describe: (candles: readonly ChartCandle[]) => string;
  /** Above an exported picture, and the name of its file. */
  picture: { title: string; note: string; fileName: string };
  /** Prices have stopped: the drawing is dimmed. Say since when beside it. */
  stale?: boolean | undefined;
  labels: ChartLabels;
  /** The server's clock; the default is the clock of the machine. Keep its identity. */
  now?: (() => number) | undefined;
  className?: string | undefined;
}

const NO_LINES: readonly ChartLine[] = [];
const systemNow = () => Date.now();

/** A chart of prices with its toolbar. The drawing library is fetched when the first chart is shown, and not before. */
export function PriceChart(props: PriceChartProps) {
  const { seriesKey, candles, subscribe, places, lines = NO_LINES, look, stale = false, labels, className } = props;
  const { locale, timeZone } = useUiLocale();
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const [engine, setEngine] = useState<ChartEngine>();
  const [failed, setFailed] = useState(false);
  const [reading, setReading] = useState<ChartReading>();
  const [summary, setSummary] = useState('');
  const [byKeyboard, setByKeyboard] = useState(false);
  const { full, toggle } = useFullScreen(frame);

  const start = useEffectEvent((createEngine: typeof import('./engine.ts').createEngine, place: HTMLElement) =>
    createEngine(place, {
      locale,
      timeZone,
      look,
      places,
      formatPrice: (price) => formatPriceNumber(price, places, locale),
      formatVolume: (amount) => formatVolume(amount, locale),
      onReading: setReading,
      loadOlder: props.loadOlder && ((before) => loadOlder(before)),
      now: props.now ?? systemNow,
    }),
  );
  const loadOlder = useEffectEvent(async (before: number) => (await props.loadOlder?.(before)) ?? []);
  const describe = useEffectEvent((bars: readonly ChartCandle[]) => setSummary(props.describe(bars)));

  // biome-ignore lint/correctness/useExhaustiveDependencies: formats are fixed when a chart is made, so it is made anew for others.
  useEffect(() => {
    const place = canvas.current;
    if (place === null) return;
    let made: ChartEngine | undefined;
    let gone = false;
    import('./engine.ts').then(
      ({ createEngine }) => {
        if (gone) return;
        made = start(createEngine, place);
        setEngine(made);
      },
      () => setFailed(true),
    );
    const stopWatching = watchAppearance(() => made?.retheme());
    return () => {
      gone = true;
      stopWatching();
      setEngine(undefined);
      made?.dispose();
    };
  }, [locale, timeZone, places]);

  const shownKey = useRef<{ engine: ChartEngine; key: string }>(undefined);
  useEffect(() => {
    if (engine === undefined || candles === undefined) return;
    const keepView = shownKey.current?.engine === engine && shownKey.current.key === seriesKey;
    shownKey.current = { engine, key: seriesKey };
    engine.setData(candles, keepView);
    describe(engine.bars());
  }, [engine, candles, seriesKey]);
  const hasData = candles !== undefined;
  useEffect(() => {
    if (engine === undefined || subscribe === undefined || !hasData) return;
    return subscribe(engine.update);
  }, [engine, subscribe, hasData]);
  useEffect(() => engine?.setLook(look), [engine, look]);
  useEffect(() => engine?.setLines(lines), [engine, lines]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (engine === undefined || !pressChartKey(engine, event.key)) return;
    event.preventDefault();
    setByKeyboard(true);
  };

  return (
    <figure ref={frame} className={cx(styles.frame, full && styles.full, className)}>
      <ChartToolbar
        {...props}
        full={full}
        onFull={toggle}
        onSave={
          engine &&
          (() =>
            void savePicture(engine.picture(), props.picture, props.picture.fileName, frame.current as HTMLElement))
        }
      />
      {/* Time runs from left to right in every language. */}
      <div dir="ltr" className={styles.stage}>
        {failed ? (
          <div className={styles.failed}>{labels.loadFailed}</div>
        ) : (
          <>
            {/* biome-ignore-start lint/a11y/noNoninteractiveTabindex: the arrow keys move the crosshair in it. */}
            {/* biome-ignore-start lint/a11y/useSemanticElements: a fieldset is for form controls. */}
            <div
              role="group"
              tabIndex={0}
              aria-label={summary === '' ? undefined : summary}
              aria-roledescription={labels.keyboardHint}
              className={styles.focus}
              onKeyDown={onKeyDown}
              onFocus={() => engine && describe(engine.bars())}
              onBlur={() => {
                if (byKeyboard) engine?.clearCursor();
                setByKeyboard(false);
              }}
            >
              <div ref={canvas} aria-hidden="true" className={cx(styles.canvas, stale && styles.stale)} />
            </div>
            {/* biome-ignore-end lint/a11y/useSemanticElements: see above. */}
            {/* biome-ignore-end lint/a11y/noNoninteractiveTabindex: see above. */}
            {reading !== undefined && (
              <ChartLegend reading={reading} places={places} look={look} labels={labels} live={byKeyboard} />
            )}
            {(engine === undefined || candles === undefined) && (
              <Skeleton className={styles.waiting} width="auto" height="auto" />
            )}
          </>
        )}
        {/* Asked for by the licence of the drawing library. */}
        <a className={styles.credit} href="https://www.tradingview.com/" target="_blank" rel="noreferrer">
          TradingView Lightweight Charts™
        </a>
      </div>
    </figure>
  );
}
