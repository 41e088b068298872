import { IconButton } from '../controls/icon-button.tsx';
import { Segmented } from '../controls/segmented.tsx';
import { CandlestickChart, ChartColumn, ChartLine, ChartSpline, Download, Maximize, Minimize } from '../icon/icons.ts';
import styles from './toolbar.module.css';
import type { ChartLook } from './types.ts';

export interface ChartToolbarLabels {
  intervals: string;
  candles: string;
  line: string;
  averages: string;
  volume: string;
  save: string;
  fullScreen: string;
  leaveFullScreen: string;
}

interface ChartToolbarProps {
  intervals: readonly { value: string; label: string }[];
  interval: string;
  onInterval: (interval: string) => void;
  look: ChartLook;
  onLook: (look: ChartLook) => void;
  labels: ChartToolbarLabels;
  full: boolean;
  onFull: () => void;
  onSave: (() => void) | undefined;
}

export function ChartToolbar({
  intervals,
  interval,
  onInterval,
  look,
  onLook,
  labels,
  full,
  onFull,
  onSave,
}: ChartToolbarProps) {
  const isLine = look.kind === 'line';
  return (
    <div className={styles.bar}>
      <Segmented
        className={styles.intervals}
        size="s"
        label={labels.intervals}
        value={interval}
        options={intervals}
        onChange={onInterval}
      />
      <div className={styles.tools}>
        <IconButton
          size="s"
          icon={isLine ? CandlestickChart : ChartLine}
          label={isLine ? labels.candles : labels.line}
          onClick={() => onLook({ ...look, kind: isLine ? 'candles' : 'line' })}
        />
        <IconButton
          size="s"
          icon={ChartSpline}
          label={labels.averages}
          pressed={look.averages}
          onClick={() => onLook({ ...look, averages: !look.averages })}
        />
        <IconButton
          size="s"
          icon={ChartColumn}
          label={labels.volume}
          pressed={look.volume}
          onClick={() => onLook({ ...look, volume: !look.volume })}
        />
        <IconButton size="s" icon={Download} label={labels.save} disabled={onSave === undefined} onClick={onSave} />
        <IconButton
          size="s"
          icon={full ? Minimize : Maximize}
          label={full ? labels.leaveFullScreen : labels.fullScreen}
          onClick={onFull}
        />
      </div>
    </div>
  );
}
