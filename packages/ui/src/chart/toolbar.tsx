import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Segmented } from '../controls/segmented.tsx';
import type { IconType } from '../icon/icon.tsx';
import {
  CandlestickChart,
  ChartLine,
  ChevronDown,
  Download,
  Maximize,
  Minimize,
  Minus,
  RotateCcw,
  SlidersHorizontal,
  TrendingUp,
} from '../icon/icons.ts';
import { Menu } from '../overlay/menu.tsx';
import styles from './toolbar.module.css';
import type { ChartDrawingKind, ChartSettings } from './types.ts';
import { useFits } from './use-fits.ts';

export interface ChartToolbarLabels {
  intervals: string;
  /** Name of the menu that holds the tools on narrow screens. */
  tools: string;
  candles: string;
  line: string;
  /** Drawing tools and view reset. */
  drawLevel: string;
  drawTrend: string;
  resetView: string;
  save: string;
  fullScreen: string;
  leaveFullScreen: string;
}

/** A short label for the toolbar; the name in full words is for screen readers and the menu. */
export interface ChartIntervalChoice {
  value: string;
  label: string;
  name?: string | undefined;
}

interface ChartToolbarProps {
  intervals: readonly ChartIntervalChoice[];
  interval: string;
  onInterval: (interval: string) => void;
  settings: ChartSettings;
  onSettings: (settings: ChartSettings) => void;
  labels: ChartToolbarLabels;
  /** The indicators button with its panel. */
  indicators: ReactNode;
  /** The active tool. Without `onTool` there are no drawing tools. */
  tool: ChartDrawingKind | undefined;
  onTool: ((tool: ChartDrawingKind | undefined) => void) | undefined;
  /** The list of drawings. */
  drawn: ReactNode;
  onReset: () => void;
  full: boolean;
  onFull: () => void;
  onSave: (() => void) | undefined;
}

interface Tool {
  id: string;
  icon: IconType;
  label: string;
  /** For toggle tools. */
  on?: boolean;
  disabled?: boolean;
  act: () => void;
}

function drawingTools({ labels, tool, onTool }: ChartToolbarProps): Tool[] {
  if (onTool === undefined) return [];
  const kinds = [
    ['horizontal', Minus, labels.drawLevel],
    ['trend', TrendingUp, labels.drawTrend],
  ] as const;
  return kinds.map(([kind, icon, label]) => ({
    id: kind,
    icon,
    label,
    on: tool === kind,
    act: () => onTool(tool === kind ? undefined : kind),
  }));
}

function viewTools({ settings, onSettings, labels, onReset, full, onFull, onSave }: ChartToolbarProps): Tool[] {
  const isLine = settings.kind === 'line';
  return [
    {
      id: 'kind',
      icon: isLine ? CandlestickChart : ChartLine,
      label: isLine ? labels.candles : labels.line,
      act: () => onSettings({ ...settings, kind: isLine ? 'candles' : 'line' }),
    },
    { id: 'reset', icon: RotateCcw, label: labels.resetView, act: onReset },
    { id: 'save', icon: Download, label: labels.save, disabled: onSave === undefined, act: () => onSave?.() },
    {
      id: 'full',
      icon: full ? Minimize : Maximize,
      label: full ? labels.leaveFullScreen : labels.fullScreen,
      act: onFull,
    },
  ];
}

export function ChartToolbar(props: ChartToolbarProps) {
  const { intervals, interval, onInterval, labels, indicators, drawn } = props;
  const drawing = drawingTools(props);
  const view = viewTools(props);
  const bar = useRef<HTMLDivElement>(null);
  const fits = useFits(bar, intervals.map(({ label }) => label).join());
  // Where they scroll, the chosen one is in view.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another one is chosen.
  useEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>('label:has(:checked)');
    const list = chosen?.parentElement;
    if (chosen == null || list == null) return;
    list.scrollLeft += middleOf(chosen) - middleOf(list);
  }, [interval]);
  return (
    <div ref={bar} className={styles.bar} data-crowded={fits ? undefined : ''}>
      <Segmented
        className={styles.intervals}
        size="s"
        label={labels.intervals}
        value={interval}
        options={intervals}
        onChange={onInterval}
      />
      <div className={styles.intervalMenu}>
        <Menu
          label={labels.intervals}
          items={intervals.map(({ value, label, name = label }) => ({
            id: value,
            label: name,
            selected: value === interval,
            onSelect: () => onInterval(value),
          }))}
        >
          {(anchor) => (
            <Button {...anchor} size="s" variant="quiet" iconEnd={ChevronDown} aria-label={labels.intervals}>
              {intervals.find(({ value }) => value === interval)?.label}
            </Button>
          )}
        </Menu>
      </div>
      <div className={styles.tools}>
        {indicators}
        {drawn !== undefined && <div className={styles.drawn}>{drawn}</div>}
        <div className={styles.spread}>
          {drawing.length > 0 && (
            <div className={styles.group}>
              <Buttons tools={drawing} />
            </div>
          )}
          <div className={styles.group}>
            <Buttons tools={view} />
          </div>
        </div>
        <div className={styles.menu}>
          <Menu
            label={labels.tools}
            align="end"
            items={[...drawing, ...view].map(({ id, icon, label, on, disabled, act }) => ({
              id,
              icon,
              label,
              checked: on,
              disabled,
              onSelect: act,
            }))}
          >
            {(anchor) => <IconButton {...anchor} size="s" icon={SlidersHorizontal} label={labels.tools} />}
          </Menu>
        </div>
      </div>
    </div>
  );
}

const middleOf = (element: HTMLElement): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};

const Buttons = ({ tools }: { tools: readonly Tool[] }) =>
  tools.map(({ id, icon, label, on, disabled, act }) => (
    <IconButton key={id} size="s" icon={icon} label={label} pressed={on} disabled={disabled} onClick={act} />
  ));
