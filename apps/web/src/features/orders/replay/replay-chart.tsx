import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Button, Slider } from '@glasshouse/ui';
import { Pause, Play, RotateCcw } from '@glasshouse/ui/icon/icons';
import { useMemo } from 'react';
import { useSize } from '../../../parts/page/use-size.ts';
import { Drawing } from './drawing.tsx';
import styles from './replay.module.css';
import { isWhole } from './replay.ts';
import { scaleOf } from './scale.ts';
import { useDrawingWords } from './use-drawing-words.ts';
import type { OrderReplay } from './use-replay.ts';

/** Before the element is measured. */
const SIZE = { width: 568, height: 200 };
/** Steps of the slider: enough for every frame of ten seconds. */
const STEPS = 600;

/**
 * The order as it ended: its own prices, what was agreed, what decided it. Each price has its mark
 * on the rail, closed when this browser has proved it, and not before. The slider is there once it
 * is played.
 */
export function ReplayChart({ replay, ticks, sealed, now, isPending, playback }: OrderReplay) {
  const t = useT();
  const format = useFormat();
  const [place, size] = useSize(SIZE);
  const scale = useMemo(() => scaleOf(replay, ticks, size), [replay, ticks, size]);
  const words = useDrawingWords(replay);
  return (
    <figure className={styles.replay} data-tone={replay.tone} aria-label={t('order:replay.title')}>
      <div ref={place} className={styles.place} dir="ltr">
        <Drawing replay={replay} ticks={ticks} scale={scale} size={size} now={now} sealed={sealed} words={words} />
      </div>
      {playback.wasStarted && (
        // Below the plot, and as wide: its thumb stands under the moment that it is at.
        <div className={styles.controls} dir="ltr">
          <div className={styles.scrub}>
            <Slider
              label={t('order:replay.position')}
              valueText={format.exactClock(now)}
              max={STEPS}
              value={Math.round(playback.position * STEPS)}
              onChange={(step) => playback.seek(step / STEPS)}
            />
          </div>
          <bdi dir="ltr" className={styles.clock}>
            {format.exactClock(now)}
          </bdi>
        </div>
      )}
      {!isWhole(ticks) && (
        <figcaption className={styles.note}>{t(isPending ? 'order:replay.soon' : 'order:replay.between')}</figcaption>
      )}
    </figure>
  );
}

/** Plays the ten seconds, pauses them, and plays them again. */
export function PlayButton({ playback }: Pick<OrderReplay, 'playback'>) {
  const t = useT();
  return (
    <Button
      icon={playback.isPlaying ? Pause : playback.wasStarted && playback.position === 1 ? RotateCcw : Play}
      onClick={playback.toggle}
    >
      {t(playback.isPlaying ? 'order:replay.pause' : 'order:replay.play')}
    </Button>
  );
}
