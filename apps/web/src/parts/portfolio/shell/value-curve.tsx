import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Figure, SkeletonBlock } from '@glasshouse/ui';
import { useMemo, useState } from 'react';
import { serverNow } from '../../../live/clock.ts';
import { useBalances } from '../../money/use-balances.ts';
import { useTotalWorth } from '../total-worth.tsx';
import { useEquityCurve } from '../use-equity-curve.ts';
import {
  beginsWithDay,
  CURVE_RANGES,
  type CurveRange,
  curvePoints,
  type EquityPoint,
  stepSeconds,
  summaryOf,
  untilNow,
} from './curve.ts';
import styles from './value-curve.module.css';
import { CurveDrawing } from './value-drawing.tsx';

const LABELS = {
  today: 'portfolio:curve.d1',
  week: 'portfolio:curve.w1',
  month: 'portfolio:curve.m1',
  all: 'common:word.all',
} as const;

/** The value of the account over a day, a week, a month or all of its time, as a step line. */
export function ValueCurve() {
  const t = useT();
  const [range, setRange] = useState<CurveRange>('today');
  const { data, error, refetch, isPlaceholderData } = useEquityCurve(range);
  const points = useMemo(() => data && curvePoints(data, range), [data, range]);
  return (
    <div className={styles.curve}>
      <div className={styles.head}>
        {points === undefined || points.length === 0 ? (
          <p className={styles.label}>{data === undefined ? t(`portfolio:curve.${range}`) : t('funds:equity.empty')}</p>
        ) : (
          <CurveLabel points={points} range={range} />
        )}
        <fieldset className={styles.ranges}>
          <legend className="visually-hidden">{t('funds:period.label')}</legend>
          {CURVE_RANGES.map((choice) => (
            <button
              key={choice}
              type="button"
              aria-pressed={choice === range}
              title={t(`portfolio:curve.${choice}`)}
              onClick={() => setRange(choice)}
            >
              {t(LABELS[choice])}
            </button>
          ))}
        </fieldset>
      </div>
      <div className={isPlaceholderData ? styles.waiting : undefined}>
        {data === undefined && error !== null && (
          <FailureNote failure={failureOf(error)} retry={() => void refetch()} />
        )}
        {data === undefined && error === null && <SkeletonBlock height="var(--plot)" />}
        {points !== undefined && <LiveCurve points={points} />}
      </div>
    </div>
  );
}

/** What the line shows: its step, and the value that it began with. */
function CurveLabel({ points, range }: { readonly points: readonly EquityPoint[]; readonly range: CurveRange }) {
  const t = useT();
  const format = useFormat();
  const seconds = stepSeconds(points);
  const isYesterday = range === 'today' && beginsWithDay(points, serverNow());
  return (
    <p className={styles.label}>
      {t(`portfolio:curve.${range}`)}
      {seconds !== undefined && ` · ${t('portfolio:curve.step', { time: format.duration(seconds, 'long') })}`}
      <span className={styles.dotted}>
        {' · '}
        {t(isYesterday ? 'portfolio:curve.yesterday' : 'portfolio:curve.start')}{' '}
        <Figure value={points[0]?.value} places={2} />
      </span>
    </p>
  );
}

/** A price renders the drawing alone: its last point is the total of now. */
function LiveCurve({ points }: { readonly points: readonly EquityPoint[] }) {
  const total = useTotalWorth(useBalances().data);
  const now = total === undefined ? undefined : { at: new Date(serverNow()).toISOString(), value: total };
  const shown = untilNow(points, now);
  const summary = summaryOf(shown);
  return summary === undefined ? <div className={styles.empty} /> : <CurveDrawing points={shown} summary={summary} />;
}
