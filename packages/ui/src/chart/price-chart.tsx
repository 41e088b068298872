import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { Skeleton } from '../feedback/skeleton.tsx';
import { Icon } from '../icon/icon.tsx';
import { Trash2 } from '../icon/icons.ts';
import { cx } from '../lib/cx.ts';
import { isRightToLeft } from '../lib/direction.ts';
import { ChartCredit } from './chart-place.tsx';
import { DrawingHint } from './drawing-hint.tsx';
import type { Pixel } from './drawings/geometry.ts';
import { DrawingsMenu, useDrawingDescriptions } from './drawings-menu.tsx';
import type { ChartEngine } from './engine.ts';
import { savePicture } from './export-picture.ts';
import { IndicatorSettings } from './indicator-settings.tsx';
import { pressChartKey } from './keys.ts';
import type { ChartLabels } from './labels.ts';
import { ChartLegend } from './legend.tsx';
import type { ChartLink } from './link.ts';
import styles from './price-chart.module.css';
import { PriceMenu, type PriceMenuHandle } from './price-menu.tsx';
import { createReadingFeed } from './reading-feed.ts';
import { type ChartIntervalChoice, ChartToolbar } from './toolbar.tsx';
import type {
  ChartBox,
  ChartCandle,
  ChartDrawing,
  ChartDrawingKind,
  ChartInset,
  ChartLine,
  ChartLineValue,
  ChartMenu,
  ChartPanes,
  ChartSettings,
} from './types.ts';
import { useDrawingAnnouncer } from './use-drawing-announcer.ts';
import { useEngine } from './use-engine.ts';
import { useFullScreen } from './use-full-screen.ts';

interface PriceChartProps {
  /** Identifies the series (code and interval); a change returns to the newest bars. */
  seriesKey: string;
  /** Oldest first; undefined while loading. */
  candles: readonly ChartCandle[] | undefined;
  /** Live bars, bypassing rendering. Must be referentially stable. */
  subscribe?: ((listener: (candle: ChartCandle) => void) => () => void) | undefined;
  /** Older bars when the user scrolls left; an empty result means there are none. */
  loadOlder?: ((before: number) => Promise<readonly ChartCandle[]>) | undefined;
  places: number;
  /** Step for dragging lines (the tick size); defaults to one unit of the last decimal place. */
  priceStep?: number | undefined;
  lines?: readonly ChartLine[] | undefined;
  /** Options, in the lane. */
  insets?: readonly ChartInset[] | undefined;
  /** A lane between bars and axis for the chips of lines; always there, so that nothing moves. */
  lane?: boolean | undefined;
  /** Adds up the figures of lines that share a chip. */
  sumOf?: ((values: readonly ChartLineValue[]) => ChartLineValue | undefined) | undefined;
  /** What an order that is being written would risk and gain. */
  box?: ChartBox | undefined;
  /** What can be done at a price. */
  menu?: ChartMenu | undefined;
  /** Links the crosshair with those of other charts. Must be referentially stable. */
  link?: ChartLink | undefined;
  /** Charts of the same series share the price of a linked crosshair, the others its time. */
  linkSeries?: string | undefined;
  /** The user's drawings. The drawing tools show if `onDrawings` is given. */
  drawings?: readonly ChartDrawing[] | undefined;
  onDrawings?: ((drawings: readonly ChartDrawing[]) => void) | undefined;
  intervals: readonly ChartIntervalChoice[];
  interval: string;
  onInterval: (interval: string) => void;
  settings: ChartSettings;
  onSettings: (settings: ChartSettings) => void;
  /** Describes the chart in a sentence for screen readers. */
  describe: (candles: readonly ChartCandle[]) => string;
  /** Caption and file name of an exported image. */
  picture: { title: string; note: string; fileName: string };
  /** Prices have stopped: dims the chart. Say since when beside it. */
  stale?: boolean | undefined;
  labels: ChartLabels;
  /** The server's clock; defaults to the local one. Must be referentially stable. */
  now?: (() => number) | undefined;
  className?: string | undefined;
}

const NO_LINES: readonly ChartLine[] = [];
const NO_INSETS: readonly ChartInset[] = [];
const NO_DRAWINGS: readonly ChartDrawing[] = [];
const systemNow = () => Date.now();

/** A price chart with a toolbar. The charting library loads with the first chart. */
export function PriceChart(props: PriceChartProps) {
  const { seriesKey, candles, subscribe, places, lines = NO_LINES, settings, stale = false, labels, className } = props;
  const { drawings = NO_DRAWINGS, insets = NO_INSETS, onDrawings, onSettings } = props;
  const frame = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLDivElement>(null);
  const overlay = useRef<HTMLDivElement>(null);
  const removeButton = useRef<HTMLButtonElement>(null);
  const priceMenu = useRef<PriceMenuHandle>(null);
  const [feed] = useState(createReadingFeed);
  const [summary, setSummary] = useState('');
  const [isEmpty, setEmpty] = useState(false);
  const [byKeyboard, setByKeyboard] = useState(false);
  const [drawing, setDrawing] = useState<{ tool: ChartDrawingKind; pointsPlaced: number }>();
  const { full, toggle } = useFullScreen(frame);

  const loadOlder = useEffectEvent(async (before: number) => (await props.loadOlder?.(before)) ?? []);
  const describe = useEffectEvent((bars: readonly ChartCandle[]) => setSummary(props.describe(bars)));
  const saveDrawings = useEffectEvent((next: readonly ChartDrawing[]) => onDrawings?.(next));
  const sumOf = useEffectEvent((values: readonly ChartLineValue[]) => props.sumOf?.(values));
  const savePanes = useEffectEvent((panes: ChartPanes) => onSettings({ ...settings, panes }));
  const { engine, failed } = useEngine(
    { canvas, overlay },
    {
      settings,
      places,
      step: props.priceStep ?? 10 ** -places,
      lineHint: labels.lineHint,
      countName: (edge, count) => (edge === 'above' ? labels.linesAbove : labels.linesBelow)(count),
      lane: props.lane ?? false,
      sumOf: (values) => sumOf(values),
      onReading: feed.publish,
      onDrawings: (next) => saveDrawings(next),
      onPanes: (panes) => savePanes(panes),
      onTool: (tool, pointsPlaced) => setDrawing(tool && { tool, pointsPlaced }),
      onSelection: (pixel) => removeButton.current && placeRemoveButton(removeButton.current, pixel),
      onPointed: (at) => priceMenu.current?.follow(at),
      onMenu: (at, price) => priceMenu.current?.open(at, price),
      link: props.link,
      linkSeries: props.linkSeries ?? seriesKey,
      loadOlder: props.loadOlder && ((before) => loadOlder(before)),
      now: props.now ?? systemNow,
    },
  );

  const announcer = useDrawingAnnouncer(engine, {
    describe: useDrawingDescriptions(places, labels),
    hint: labels.drawingHint,
    removed: labels.drawingRemoved,
  });

  const shownKey = useRef<{ engine: ChartEngine; key: string }>(undefined);
  useEffect(() => {
    if (engine === undefined || candles === undefined) return;
    const keepView = shownKey.current?.engine === engine && shownKey.current.key === seriesKey;
    shownKey.current = { engine, key: seriesKey };
    engine.setData(candles, keepView);
    setEmpty(engine.bars().length === 0);
    describe(engine.bars());
  }, [engine, candles, seriesKey]);
  const hasData = candles !== undefined;
  const waiting = !failed && (engine === undefined || !hasData);
  useEffect(() => {
    if (engine === undefined || subscribe === undefined || !hasData) return;
    return subscribe((candle) => {
      const isFirst = engine.bars().length === 0;
      engine.update(candle);
      if (!isFirst) return;
      setEmpty(false);
      describe(engine.bars());
    });
  }, [engine, subscribe, hasData]);
  useEffect(() => engine?.setSettings(settings), [engine, settings]);
  useEffect(() => engine?.setLines(lines), [engine, lines]);
  useEffect(() => engine?.setInsets(insets), [engine, insets]);
  useEffect(() => engine?.setDrawings(drawings), [engine, drawings]);
  useEffect(() => engine?.setBox(props.box), [engine, props.box]);

  const onKeyDown = (event: KeyboardEvent) => {
    if (engine === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    if (props.menu !== undefined && isMenuKey(event)) {
      const at = engine.cursor();
      if (at !== undefined) priceMenu.current?.open(at.pixel, at.price);
      event.preventDefault();
      event.stopPropagation();
      return;
    }
    const removes = event.key === 'Delete' || event.key === 'Backspace';
    if (removes && engine.selectedDrawing() !== undefined) announcer.remove();
    else if (!announcer.announceChange(() => pressChartKey(engine, event.key))) return;
    event.preventDefault();
    // The page has shortcuts on some of these keys.
    event.stopPropagation();
    setByKeyboard(true);
  };
  const focusChart = () => canvas.current?.parentElement?.focus({ preventScroll: true });
  const chooseTool = (tool: ChartDrawingKind | undefined) => {
    engine?.setTool(tool);
    if (tool !== undefined) focusChart();
  };

  return (
    <figure ref={frame} className={cx(styles.frame, full && styles.full, className)}>
      <ChartToolbar
        {...props}
        indicators={
          <IndicatorSettings
            indicators={settings.indicators}
            onIndicators={(indicators) => onSettings({ ...settings, indicators })}
            labels={labels}
          />
        }
        drawings={
          onDrawings && (
            <DrawingsMenu
              drawings={drawings}
              places={places}
              labels={labels}
              tool={drawing?.tool}
              onTool={chooseTool}
              onSelect={(chosen) => {
                announcer.select(chosen);
                focusChart();
              }}
              onRemoveAll={() => engine?.removeDrawings()}
            />
          )
        }
        onReset={() => engine?.resetView()}
        full={full}
        onFull={toggle}
        onSave={
          engine &&
          (() =>
            void savePicture(
              {
                chart: engine.picture(),
                overlay: overlay.current as HTMLElement,
                container: frame.current as HTMLElement,
                caption: props.picture,
              },
              props.picture.fileName,
            ))
        }
      />
      {/* Time runs from left to right in every language. */}
      <div
        dir="ltr"
        className={cx(styles.stage, drawing !== undefined && styles.drawing)}
        aria-busy={waiting || undefined}
      >
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
              // The menu key asks for the browser's menu as well, when it is lifted.
              onContextMenu={(event) => props.menu !== undefined && event.preventDefault()}
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
            <div dir={pageDirection()}>
              <ChartLegend feed={feed} places={places} settings={settings} labels={labels} live={byKeyboard} />
            </div>
            <div ref={overlay} className={styles.overlay}>
              <button
                ref={removeButton}
                type="button"
                hidden
                className={styles.removeButton}
                aria-label={labels.removeDrawing}
                title={labels.removeDrawing}
                onClick={announcer.remove}
              >
                <Icon of={Trash2} size="m" />
              </button>
            </div>
            {props.menu !== undefined && (
              <div dir={pageDirection()} className={styles.overlay}>
                <PriceMenu menu={props.menu} ref={priceMenu} />
              </div>
            )}
            <div role="status" className="visually-hidden">
              {announcer.announcement}
            </div>
            {drawing !== undefined && (
              <div dir={pageDirection()}>
                <DrawingHint {...drawing} labels={labels} onCancel={() => engine?.setTool(undefined)} />
              </div>
            )}
            {isEmpty && !waiting && (
              <p dir={pageDirection()} className={styles.empty}>
                {labels.empty}
              </p>
            )}
            {waiting && <Skeleton className={styles.waiting} width="auto" height="auto" />}
          </>
        )}
        <ChartCredit />
      </div>
    </figure>
  );
}

const isMenuKey = ({ key, shiftKey }: KeyboardEvent): boolean => key === 'ContextMenu' || (shiftKey && key === 'F10');

/** Text over the chart follows the direction of the page. */
const pageDirection = () => (isRightToLeft(document.documentElement) ? 'rtl' : 'ltr');

/** Beside the selected drawing. Moves every frame, so it bypasses rendering. */
function placeRemoveButton(button: HTMLElement, pixel: Pixel | undefined): void {
  button.hidden = pixel === undefined;
  if (pixel !== undefined) button.style.transform = `translate(${Math.round(pixel.x)}px, ${Math.round(pixel.y)}px)`;
}
