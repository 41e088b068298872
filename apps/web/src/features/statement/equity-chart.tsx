import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { useSize } from '../../parts/page/use-size.ts';
import styles from './equity-chart.module.css';
import { type Box, type EquityPoint, type EquitySummary, scaleOf } from './equity-scale.ts';

interface EquityChartProps {
  /** At least one. */
  readonly points: readonly EquityPoint[];
  readonly summary: EquitySummary;
}

/** Before the element is measured. */
const SIZE: Box = { width: 320, height: 220 };
const DAY_MS = 86_400_000;
/** The step of Page Up and Page Down. */
const LEAP = 10;

/**
 * The curve as one SVG path, with the value under the pointer. For the keyboard it is a slider over
 * its points, so that every value can be read without sight.
 */
export function EquityChart({ points, summary }: EquityChartProps) {
  const t = useT();
  const format = useFormat();
  const [place, { width, height }] = useSize(SIZE);
  const [read, setRead] = useState<number>();
  const scale = scaleOf(points, { width, height });
  const last = points.length - 1;
  const current = Math.min(read ?? last, last);
  const point = points[current] ?? summary.last;
  const money = (value: string) => format.money(value, 'USDT', { min: 2, max: 2 });
  const spoken = t('funds:equity.summary', {
    first: money(summary.first.value),
    from: format.dateTime(summary.first.at),
    last: money(summary.last.value),
    to: format.dateTime(summary.last.at),
    low: money(summary.low.value),
    high: money(summary.high.value),
  });
  const short = Date.parse(summary.last.at) - Date.parse(summary.first.at) <= 2 * DAY_MS;

  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, current, last);
    if (target === undefined) return;
    event.preventDefault();
    setRead(target);
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    setRead(scale.nearest(event.clientX - event.currentTarget.getBoundingClientRect().left));
  };
  return (
    <div className={styles.chart} dir="ltr">
      <p className={styles.reading} aria-hidden="true">
        {read === undefined ? '\u00a0' : `${format.dateTime(point.at)} · ${money(point.value)}`}
      </p>
      <p className="visually-hidden">{spoken}</p>
      <div
        ref={place}
        role="slider"
        tabIndex={0}
        aria-label={t('funds:equity.read')}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={current}
        aria-valuetext={`${format.dateTime(point.at)}: ${money(point.value)}`}
        className={styles.place}
        onKeyDown={onKeyDown}
        onPointerMove={onPointer}
        onPointerDown={onPointer}
        onPointerLeave={() => setRead(undefined)}
        onBlur={() => setRead(undefined)}
      >
        {/* A sheet of paper is narrower than what was measured. */}
        <svg
          viewBox={`0 0 ${width} ${height}`}
          preserveAspectRatio="none"
          className={styles.drawing}
          aria-hidden="true"
          focusable="false"
        >
          {scale.values.map(({ value, at }) => (
            <path key={value} d={`M0 ${at}H${width}`} className={styles.grid} />
          ))}
          <path d={scale.area} className={styles.area} />
          <path d={scale.line} className={styles.line} />
          {read !== undefined && (
            <>
              <path d={`M${scale.x(current)} 0V${height}`} className={styles.cross} />
              <circle cx={scale.x(current)} cy={scale.y(Number(point.value))} r={4} className={styles.dot} />
            </>
          )}
        </svg>
      </div>
      <ul className={styles.values} aria-hidden="true">
        {scale.values.map(({ value, at }) => (
          <li key={value} style={{ insetBlockStart: `calc(${at / height} * 2.2rem - 0.08rem)` }}>
            {format.number(value.toFixed(scale.places), { min: scale.places })}
          </li>
        ))}
      </ul>
      <div className={styles.times} aria-hidden="true">
        {scale.times.map((index) => {
          const at = points[index]?.at ?? summary.last.at;
          return <span key={at}>{short ? format.time(at) : format.date(at)}</span>;
        })}
      </div>
    </div>
  );
}

function targetOf(key: string, current: number, last: number): number | undefined {
  const steps: Readonly<Record<string, number>> = {
    ArrowLeft: -1,
    ArrowDown: -1,
    ArrowRight: 1,
    ArrowUp: 1,
    PageDown: -LEAP,
    PageUp: LEAP,
    Home: -last,
    End: last,
  };
  const step = steps[key];
  return step === undefined ? undefined : Math.min(last, Math.max(0, current + step));
}
