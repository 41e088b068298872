import { useId, useState } from 'react';
import { Button } from '../controls/button.tsx';
import { Switch } from '../controls/switch.tsx';
import { useComposition } from '../lib/use-composition.ts';
import panelStyles from '../overlay/panel.module.css';
import { usePopover } from '../overlay/use-popover.ts';
import styles from './indicator-settings.module.css';
import {
  AVERAGES_MAX,
  DEFAULT_CHART_SETTINGS,
  DEVIATIONS_MAX,
  isDeviations,
  isPeriod,
  PERIOD_MAX,
} from './settings.ts';
import toolbar from './toolbar.module.css';
import type { ChartIndicators } from './types.ts';

export interface IndicatorLabels {
  /** Title of the panel and of the button that opens it. */
  indicators: string;
  /** Long names. */
  names: Record<keyof ChartIndicators, string>;
  period: string;
  deviations: string;
  fast: string;
  slow: string;
  signal: string;
  /** Restores the defaults. */
  restore: string;
}

interface IndicatorSettingsProps {
  indicators: ChartIndicators;
  onIndicators: (indicators: ChartIndicators) => void;
  labels: IndicatorLabels;
}

const ORDER = ['volume', 'sma', 'ema', 'bollinger', 'rsi', 'macd'] as const;

/** A switch per indicator, and the parameters of those that are on. Changes apply at once. */
export function IndicatorSettings({ indicators, onIndicators, labels }: IndicatorSettingsProps) {
  const popover = usePopover({
    align: 'end',
    onOpen: (panel) => panel.querySelector<HTMLElement>('input')?.focus({ preventScroll: true }),
  });
  const id = useId();
  const set = <Name extends keyof ChartIndicators>(name: Name, change: Partial<ChartIndicators[Name]>) =>
    onIndicators({ ...indicators, [name]: { ...indicators[name], ...change } });
  return (
    <>
      <Button
        {...popover.anchorProps}
        ref={popover.anchorRef}
        size="s"
        variant="quiet"
        aria-haspopup="dialog"
        className={toolbar.word}
      >
        {labels.indicators}
      </Button>
      <div
        {...popover.panelProps}
        ref={popover.panelRef}
        role="dialog"
        aria-labelledby={`${id}-title`}
        className={panelStyles.panel}
      >
        {popover.open && (
          <div className={styles.inside}>
            <div className={styles.head}>
              <h3 id={`${id}-title`} className={styles.title}>
                {labels.indicators}
              </h3>
              <button
                type="button"
                className={styles.restore}
                onClick={() => onIndicators(DEFAULT_CHART_SETTINGS.indicators)}
              >
                {labels.restore}
              </button>
            </div>
            {ORDER.map((name) => (
              <div key={name} className={styles.row}>
                <Switch
                  spread
                  label={labels.names[name]}
                  checked={indicators[name].on}
                  onChange={(on) => set(name, { on })}
                />
                {indicators[name].on && name !== 'volume' && (
                  <div className={styles.numbers}>
                    <Numbers name={name} indicators={indicators} set={set} labels={labels} />
                  </div>
                )}
              </div>
            ))}
          </div>
        )}
      </div>
    </>
  );
}

interface NumbersProps {
  name: Exclude<keyof ChartIndicators, 'volume'>;
  indicators: ChartIndicators;
  set: <Name extends keyof ChartIndicators>(name: Name, change: Partial<ChartIndicators[Name]>) => void;
  labels: IndicatorLabels;
}

function Numbers({ name, indicators, set, labels }: NumbersProps) {
  const { bollinger, rsi, macd } = indicators;
  switch (name) {
    case 'sma':
    case 'ema': {
      const { periods } = indicators[name];
      // One empty field more than there are averages, to add one; clearing a field removes it.
      const places = Array.from({ length: Math.min(AVERAGES_MAX, periods.length + 1) }, (_, index) => index);
      return places.map((index) => (
        <NumberBox
          key={index}
          label={`${labels.period} ${index + 1}`}
          value={periods[index]}
          max={PERIOD_MAX}
          accepts={(value) =>
            isPeriod(value) && !periods.some((known, position) => known === value && position !== index)
          }
          onChange={(value) => set(name, { periods: [...periods.slice(0, index), value, ...periods.slice(index + 1)] })}
          onEmpty={
            periods.length < 2 ? undefined : () => set(name, { periods: periods.filter((_, at) => at !== index) })
          }
        />
      ));
    }
    case 'bollinger':
      return (
        <>
          <NumberBox
            label={labels.period}
            value={bollinger.period}
            max={PERIOD_MAX}
            accepts={isPeriod}
            onChange={(period) => set('bollinger', { period })}
          />
          <NumberBox
            label={labels.deviations}
            value={bollinger.deviations}
            max={DEVIATIONS_MAX}
            accepts={isDeviations}
            onChange={(deviations) => set('bollinger', { deviations })}
          />
        </>
      );
    case 'rsi':
      return (
        <NumberBox
          label={labels.period}
          value={rsi.period}
          max={PERIOD_MAX}
          accepts={isPeriod}
          onChange={(period) => set('rsi', { period })}
        />
      );
    case 'macd':
      return (['fast', 'slow', 'signal'] as const).map((part) => (
        <NumberBox
          key={part}
          label={labels[part]}
          value={macd[part]}
          max={PERIOD_MAX}
          accepts={isPeriod}
          onChange={(value) => set('macd', { [part]: value })}
        />
      ));
  }
}

interface NumberBoxProps {
  label: string;
  value: number | undefined;
  max: number;
  accepts: (value: number) => boolean;
  onChange: (value: number) => void;
  /** The field was cleared; without this, the value comes back on blur. */
  onEmpty?: (() => void) | undefined;
}

/** A small number. Invalid input is marked while typing and discarded on blur. */
function NumberBox({ label, value, max, accepts, onChange, onEmpty }: NumberBoxProps) {
  const [typed, setTyped] = useState<string>();
  const shown = typed ?? (value === undefined ? '' : String(value));
  const composition = useComposition<HTMLInputElement>({
    value: shown,
    onText: ({ currentTarget }) => {
      const text = currentTarget.value.normalize('NFKC').replace(',', '.');
      setTyped(text);
      if (text !== '' && accepts(Number(text))) onChange(Number(text));
    },
  });
  const wrong = typed !== undefined && typed !== '' && !accepts(Number(typed));
  return (
    <label className={styles.number}>
      <span className={styles.name}>{label}</span>
      <input
        className={styles.input}
        dir="ltr"
        inputMode="decimal"
        autoComplete="off"
        maxLength={String(max).length + 2}
        {...composition}
        aria-invalid={wrong || undefined}
        onBlur={() => {
          if (typed === '' && value !== undefined) onEmpty?.();
          setTyped(undefined);
        }}
      />
    </label>
  );
}
