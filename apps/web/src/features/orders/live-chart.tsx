import { useT } from '@glasshouse/app/language/language';
import { useEffect, useMemo, useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { seenTicks, watchTicks } from '../../live/seen-ticks.ts';
import { useRecentTicks } from '../../parts/chart/use-candles.ts';
import { useSize } from '../../parts/page/use-size.ts';
import { Drawing } from './replay/drawing.tsx';
import styles from './replay/replay.module.css';
import { keyOf, type Replay, type ReplayLevel, type ReplayTick, windowOf } from './replay/replay.ts';
import { scaleOf } from './replay/scale.ts';
import { useDrawingWords } from './replay/use-drawing-words.ts';

/** What a phone can show of a line of ticks; a longer life shows its newest part. */
const SHOWN_MS = 300_000;
const SIZE = { width: 568, height: 200 };
/** None of these prices is in a signed minute that this browser has checked. */
const NONE_SEALED = new Map();

interface LiveChartProps {
  readonly code: string;
  readonly precision: number;
  /** When it began. */
  readonly from: string;
  readonly levels: readonly Level[];
}

interface Level {
  readonly kind: ReplayLevel['kind'];
  readonly price: string | null | undefined;
}

/** An order that is still open: the prices since it began, and what it waits for. */
export function LiveChart({ code, precision, from, levels: drawn }: LiveChartProps) {
  const levels = useSameLevels(drawn);
  const t = useT();
  const [place, size] = useSize(SIZE);
  const ticks = useTicksSince(code, Date.parse(from));
  const replay = useMemo((): Replay => {
    const now = ticks.at(-1)?.at ?? serverNow();
    const window = windowOf(ticks[0]?.at ?? Math.max(Date.parse(from), now - SHOWN_MS), now);
    return {
      code,
      precision,
      ...window,
      moments: [],
      levels: levels.flatMap(({ kind, price }) =>
        price == null ? [] : [{ kind, price: Number(price), from: window.from, to: window.to }],
      ),
      barrier: undefined,
      side: 'mid',
      tone: 'neutral',
    };
  }, [code, precision, from, levels, ticks]);
  const scale = useMemo(() => scaleOf(replay, ticks, size), [replay, ticks, size]);
  const words = useDrawingWords(replay);
  return (
    <figure className={styles.replay} aria-label={t('order:liveChart')}>
      <div ref={place} className={styles.place} dir="ltr">
        {0 < ticks.length && (
          <Drawing
            replay={replay}
            ticks={ticks}
            scale={scale}
            size={size}
            now={replay.to}
            sealed={NONE_SEALED}
            words={words}
          />
        )}
      </div>
    </figure>
  );
}

/** The same list for as long as its prices are: the page makes a new one each time it is drawn. */
function useSameLevels(levels: readonly Level[]): readonly Level[] {
  const [known, setKnown] = useState(levels);
  const isSame =
    known.length === levels.length &&
    known.every(({ kind, price }, index) => kind === levels[index]?.kind && price === levels[index]?.price);
  if (isSame) return known;
  setKnown(levels);
  return levels;
}

/** The middle prices that this page knows, oldest first, since a moment. */
function useTicksSince(code: string, since: number): readonly ReplayTick[] {
  const { dataUpdatedAt } = useRecentTicks(code);
  const [newest, setNewest] = useState(0);
  useEffect(() => watchTicks(code, ({ seq }) => setNewest(seq)), [code]);
  return useMemo(() => {
    void dataUpdatedAt;
    void newest;
    const seen = seenTicks(code);
    const from = Math.max(since, (seen.at(-1)?.at ?? 0) - SHOWN_MS);
    return seen.filter(({ at }) => from <= at).map((tick) => ({ ...tick, key: keyOf(code, tick.seq) }));
  }, [code, since, dataUpdatedAt, newest]);
}
