import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Button, Slider } from '@glasshouse/ui';
import { Pause, Play, RotateCcw } from '@glasshouse/ui/icon/icons';
import { useMemo } from 'react';
import { useSize } from '../../../parts/page/use-size.ts';
import { Drawing } from './drawing.tsx';
import { Headline, type HeadlineProps } from './headline.tsx';
import { Moments } from './moments.tsx';
import styles from './replay.module.css';
import { isWhole, type Replay, type ReplayEvidence, ticksIn } from './replay.ts';
import { scaleOf } from './scale.ts';
import { usePlayback } from './use-playback.ts';
import { useEvidence } from './use-runs.ts';
import { useSealing } from './use-sealing.ts';

interface ReplayViewProps extends HeadlineProps {
  readonly replay: Replay;
  readonly evidence: ReplayEvidence;
  /** Keys that signatures have to be of; undefined while they are being fetched. */
  readonly trusted: readonly string[] | undefined;
}

/** Before the element is measured. */
const SIZE = { width: 720, height: 280 };
const DAY_MS = 86_400_000;
/** Steps of the slider: enough for every frame of ten seconds. */
const STEPS = 600;

/**
 * The order as it happened, in ten seconds: its own ticks, what was agreed, what decided it. Each
 * tick gets its seal when this browser has proved it, and not before.
 */
export function ReplayView({ replay, evidence: own, trusted, result, rule }: ReplayViewProps) {
  const t = useT();
  const format = useFormat();
  const [place, size] = useSize(SIZE);
  const evidence = useEvidence(replay, own);
  const ticks = useMemo(() => ticksIn(replay, evidence ?? own), [replay, evidence, own]);
  const playback = usePlayback(evidence !== undefined && trusted !== undefined);
  const now = replay.from + (replay.to - replay.from) * playback.position;
  // The last seals need not wait for the air after the last tick.
  const sealed = useSealing(evidence ?? own, { trusted, at: playback.position === 1 ? Number.POSITIVE_INFINITY : now });
  const scale = useMemo(() => scaleOf(replay, ticks, size), [replay, ticks, size]);
  const words = useMemo(
    () => ({
      levels: {
        entry: t('trade:orders.entry'),
        stopLoss: t('order:stopLoss'),
        takeProfit: t('order:takeProfit'),
        limit: t('order:limitPrice'),
        liquidation: t('order:liquidation'),
      },
      price: (price: number) => format.price(price.toFixed(replay.precision), replay.precision),
      expires: t('trade:orders.expires'),
      // Of days: the dates; else the times, as below.
      time: (at: number) => (replay.to - replay.from < DAY_MS ? format.exactClock(at) : format.date(at)),
    }),
    [t, format, replay.precision, replay.from, replay.to],
  );
  const counted = ticks.filter(({ key }) => sealed.get(key) === 'proved').length;
  const isPending = own.ticks.some(({ receipt }) => receipt === null);
  const note = isPending ? 'trade:receipt.pending' : isWhole(ticks) ? 'order:replay.note' : 'order:replay.between';
  const isWrong = [...sealed.values()].includes('wrong');
  return (
    <figure className={styles.replay} data-tone={replay.tone} aria-label={t('order:replay.title')}>
      <figcaption className={styles.caption}>
        <Headline result={result} rule={rule} />
        <span className={styles.sealed} data-wrong={isWrong || undefined} role="status">
          {t(isWrong ? 'order:replay.wrong' : 'order:replay.sealed', { done: counted, count: ticks.length })}
        </span>
      </figcaption>
      <div ref={place} className={styles.place} dir="ltr">
        <Drawing replay={replay} ticks={ticks} scale={scale} size={size} now={now} sealed={sealed} words={words} />
      </div>
      {/* Below the plot, and as wide: its thumb stands under the moment that it is at. */}
      <div className={styles.scrub} dir="ltr">
        <Slider
          label={t('order:replay.position')}
          valueText={format.exactClock(now)}
          max={STEPS}
          value={Math.round(playback.position * STEPS)}
          onChange={(step) => playback.seek(step / STEPS)}
        />
      </div>
      <div className={styles.controls}>
        <Button
          size="s"
          variant="quiet"
          icon={playback.isPlaying ? Pause : playback.position === 1 ? RotateCcw : Play}
          onClick={playback.toggle}
        >
          {t(playback.isPlaying ? 'order:replay.pause' : 'order:replay.play')}
        </Button>
        <bdi dir="ltr" className={styles.clock}>
          {format.exactClock(now)}
        </bdi>
      </div>
      <Moments replay={replay} sealed={sealed} now={now} />
      <p className={styles.note}>{t(note)}</p>
    </figure>
  );
}
