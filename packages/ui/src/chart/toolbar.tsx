import { IconButton } from '../controls/icon-button.tsx';
import { Segmented } from '../controls/segmented.tsx';
import type { IconPicture } from '../icon/icon.tsx';
import {
  CandlestickChart,
  ChartColumn,
  ChartLine,
  ChartSpline,
  Download,
  Maximize,
  Minimize,
  SlidersHorizontal,
} from '../icon/icons.ts';
import { Menu } from '../overlay/menu.tsx';
import styles from './toolbar.module.css';
import type { ChartLook } from './types.ts';

export interface ChartToolbarLabels {
  intervals: string;
  /** Name of the menu that holds the tools where there is little room. */
  tools: string;
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

interface Tool {
  id: string;
  icon: IconPicture;
  label: string;
  /** Of tools that switch something on and off. */
  on?: boolean;
  disabled?: boolean;
  act: () => void;
}

const switched = (look: ChartLook, name: 'sma' | 'volume'): ChartLook => ({
  ...look,
  indicators: { ...look.indicators, [name]: { ...look.indicators[name], on: !look.indicators[name].on } },
});

function toolsOf({ look, onLook, labels, full, onFull, onSave }: ChartToolbarProps): Tool[] {
  const isLine = look.kind === 'line';
  return [
    {
      id: 'kind',
      icon: isLine ? CandlestickChart : ChartLine,
      label: isLine ? labels.candles : labels.line,
      act: () => onLook({ ...look, kind: isLine ? 'candles' : 'line' }),
    },
    {
      id: 'averages',
      icon: ChartSpline,
      label: labels.averages,
      on: look.indicators.sma.on,
      act: () => onLook(switched(look, 'sma')),
    },
    {
      id: 'volume',
      icon: ChartColumn,
      label: labels.volume,
      on: look.indicators.volume.on,
      act: () => onLook(switched(look, 'volume')),
    },
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
  const { intervals, interval, onInterval, labels } = props;
  const tools = toolsOf(props);
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
        {tools.map(({ id, icon, label, on, disabled, act }) => (
          <IconButton key={id} size="s" icon={icon} label={label} pressed={on} disabled={disabled} onClick={act} />
        ))}
      </div>
      <div className={styles.menu}>
        <Menu
          label={labels.tools}
          align="end"
          items={tools.map(({ id, icon, label, on, disabled, act }) => ({
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
  );
}
