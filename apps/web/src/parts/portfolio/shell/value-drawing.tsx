import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { type CurveSummary, type EquityPoint, scaleOf } from './curve.ts';
import styles from './value-curve.module.css';

/** Stretched to its place: the strokes keep their width. */
const BOX = { width: 620, height: 116 };
/** The step of Page Up and Page Down. */
const LEAP = 10;

interface CurveDrawingProps {
  /** At least one. */
  readonly points: readonly EquityPoint[];
  readonly summary: CurveSummary;
}

/**
 * The curve with the value under the pointer. For the keyboard it is a slider over its points, so
 * that every value can be read without sight.
 */
export function CurveDrawing({ points, summary }: CurveDrawingProps) {
  const t = useT();
  const format = useFormat();
  const [read, setRead] = useState<number>();
  const scale = scaleOf(points, BOX);
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
  const place = {
    left: `${(scale.x(current) / BOX.width) * 100}%`,
    top: `${(scale.y(Number(point.value)) / BOX.height) * 100}%`,
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const target = targetOf(event.key, current, last);
    if (target === undefined) return;
    event.preventDefault();
    setRead(target);
  };
  const onPointer = (event: PointerEvent<HTMLElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect();
    setRead(scale.nearest(((event.clientX - left) / width) * BOX.width));
  };
  return (
    <div dir="ltr">
      <p className="visually-hidden">{spoken}</p>
      <div
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
        <svg
          viewBox={`0 0 ${BOX.width} ${BOX.height}`}
          preserveAspectRatio="none"
          className={styles.picture}
          aria-hidden="true"
          focusable="false"
        >
          <path d={`M0 ${scale.y(Number(summary.first.value))}H${BOX.width}`} className={styles.start} />
          <path d={scale.line} className={styles.line} />
          {read !== undefined && <path d={`M${scale.x(current)} 0V${BOX.height}`} className={styles.cross} />}
        </svg>
        <span className={styles.dot} style={place} />
        {read !== undefined && (
          <span
            className={styles.reading}
            data-end={scale.x(current) < BOX.width / 2 ? undefined : ''}
            style={{ left: place.left }}
          >
            {format.dateTime(point.at)} · {money(point.value)}
          </span>
        )}
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
