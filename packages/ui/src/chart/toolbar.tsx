import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../controls/button.tsx';
import { IconButton } from '../controls/icon-button.tsx';
import { Segmented } from '../controls/segmented.tsx';
import {
  CandlestickChart,
  ChartLine,
  ChevronDown,
  Download,
  Ellipsis,
  Maximize,
  Minimize,
  RotateCcw,
} from '../icon/icons.ts';
import { Menu, type MenuItem } from '../overlay/menu.tsx';
import styles from './toolbar.module.css';
import type { ChartSettings } from './types.ts';
import { useFits } from './use-fits.ts';

export interface ChartToolbarLabels {
  intervals: string;
  /** Name of the menu that holds the tools of the view. */
  tools: string;
  candles: string;
  line: string;
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
  /** The menu of the drawings, if there are any. */
  drawings: ReactNode;
  onReset: () => void;
  full: boolean;
  onFull: () => void;
  onSave: (() => void) | undefined;
}

function viewTools({ settings, onSettings, labels, onReset, full, onFull, onSave }: ChartToolbarProps): MenuItem[] {
  const isLine = settings.kind === 'line';
  return [
    {
      id: 'kind',
      icon: isLine ? CandlestickChart : ChartLine,
      label: isLine ? labels.candles : labels.line,
      onSelect: () => onSettings({ ...settings, kind: isLine ? 'candles' : 'line' }),
    },
    { id: 'reset', icon: RotateCcw, label: labels.resetView, onSelect: onReset },
    { id: 'save', icon: Download, label: labels.save, disabled: onSave === undefined, onSelect: () => onSave?.() },
    {
      id: 'full',
      icon: full ? Minimize : Maximize,
      label: full ? labels.leaveFullScreen : labels.fullScreen,
      onSelect: onFull,
    },
  ];
}

/** Intervals as plain words, then indicators and drawings by name, and the rest in a menu. */
export function ChartToolbar(props: ChartToolbarProps) {
  const { intervals, interval, onInterval, labels, indicators, drawings } = props;
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
            <Button
              {...anchor}
              size="s"
              variant="quiet"
              iconEnd={ChevronDown}
              aria-label={labels.intervals}
              className={styles.word}
            >
              {intervals.find(({ value }) => value === interval)?.label}
            </Button>
          )}
        </Menu>
      </div>
      <div className={styles.tools}>
        {indicators}
        {drawings}
        <Menu label={labels.tools} align="end" items={viewTools(props)}>
          {(anchor) => <IconButton {...anchor} size="s" icon={Ellipsis} label={labels.tools} className={styles.more} />}
        </Menu>
      </div>
    </div>
  );
}

const middleOf = (element: HTMLElement): number => {
  const { left, width } = element.getBoundingClientRect();
  return left + width / 2;
};
