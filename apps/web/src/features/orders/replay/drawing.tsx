import { memo } from 'react';
import type { Sealing } from './prover.ts';
import styles from './replay.module.css';
import type { Replay, ReplayTick } from './replay.ts';
import { isWhole } from './replay.ts';
import { MARGIN, type Scale, type Size, stepPath } from './scale.ts';

export interface DrawingWords {
  readonly levels: Readonly<Record<Replay['levels'][number]['kind'], string>>;
  readonly price: (price: number) => string;
  readonly expires: string;
  readonly time: (at: number) => string;
}

interface DrawingProps {
  readonly replay: Replay;
  readonly ticks: readonly ReplayTick[];
  readonly scale: Scale;
  readonly size: Size;
  /** As far as the picture has come, epoch ms. */
  readonly now: number;
  readonly sealed: ReadonlyMap<string, Sealing>;
  readonly words: DrawingWords;
}

/** Of this many each tick has a seal of its own; of more, the ones that decided the order. */
const SEALS_MAX = 24;

export function Drawing({ replay, ticks, scale, size, now, sealed, words }: DrawingProps) {
  const { x, y } = scale;
  const shown = ticks.filter(({ at }) => at <= now);
  const last = shown.at(-1);
  const decisive = new Set(replay.moments.map(({ key }) => key));
  const isFew = ticks.length <= SEALS_MAX;
  const end = Math.min(now, replay.to);
  // At the end the axis names the price that decided, and not the next one that happened to follow.
  const decided = now < replay.to ? undefined : decidedBy(replay, scale);
  const tagged = last === undefined ? undefined : (decided ?? last.price);
  const tagAt = tagged === undefined ? undefined : y(tagged);
  return (
    <svg width={size.width} height={size.height} className={styles.drawing} aria-hidden="true" focusable="false">
      <Backdrop replay={replay} scale={scale} size={size} />
      <Times replay={replay} size={size} words={words} />
      <PriceScale scale={scale} size={size} words={words} tagAt={tagAt} />
      <path
        d={stepPath(ticks, scale, end)}
        className={isWhole(ticks) ? styles.line : styles.lineBetween}
        data-tone={now < replay.to ? 'neutral' : replay.tone}
      />
      {shown.map((tick) =>
        isFew || decisive.has(tick.key) ? null : (
          <circle
            key={tick.key}
            cx={x(tick.at)}
            cy={y(tick.price)}
            r={2}
            className={styles.dot}
            data-sealing={sealed.get(tick.key)}
          />
        ),
      )}
      {shown.map((tick) =>
        isFew || decisive.has(tick.key) ? (
          <Seal
            key={tick.key}
            x={x(tick.at)}
            y={y(tick.price)}
            isLarge={decisive.has(tick.key)}
            sealing={sealed.get(tick.key)}
          />
        ) : null,
      )}
      <Names replay={replay} scale={scale} size={size} words={words} last={ticks.at(-1)?.price} />
      {tagged !== undefined && (
        <g className={styles.head}>
          <path d={`M${x(end)} ${MARGIN.top}V${size.height - MARGIN.bottom}`} />
          <PriceTag y={y(tagged)} size={size} text={words.price(tagged)} />
        </g>
      )}
    </svg>
  );
}

/** The price of the last moment that has one in the picture. */
function decidedBy({ moments }: Replay, { low, high }: Scale): number | undefined {
  const price = moments.findLast((moment) => moment.price !== undefined)?.price;
  const value = price === undefined ? undefined : Number(price);
  return value !== undefined && low < value && value < high ? value : undefined;
}

const Backdrop = memo(function Backdrop({ replay, scale, size }: Pick<DrawingProps, 'replay' | 'scale' | 'size'>) {
  const { x, y, low, high } = scale;
  const left = MARGIN.start;
  const right = size.width - MARGIN.end;
  const bottom = size.height - MARGIN.bottom;
  const { barrier, levels } = replay;
  return (
    <>
      {gridOf(scale).map((price) => (
        <g key={price} className={styles.grid}>
          <path d={`M${left} ${y(price)}H${right}`} />
        </g>
      ))}
      {barrier !== undefined && (
        <>
          <rect
            className={styles.wins}
            data-wins={barrier.wins}
            x={x(replay.moments[0]?.at ?? replay.from)}
            width={x(barrier.to) - x(replay.moments[0]?.at ?? replay.from)}
            y={barrier.wins === 'up' ? MARGIN.top : y(barrier.price)}
            height={barrier.wins === 'up' ? y(barrier.price) - MARGIN.top : bottom - y(barrier.price)}
          />
          <path className={styles.barrier} d={`M${left} ${y(barrier.price)}H${right}`} />
          <path className={styles.expiry} d={`M${x(barrier.to)} ${MARGIN.top - 8}V${bottom}`} />
        </>
      )}
      {levels
        .filter(({ price }) => low < price && price < high)
        .map(({ kind, price, from, to }) => (
          <g key={`${kind} ${from}`} className={styles.level} data-kind={kind}>
            <path d={`M${Math.max(left, x(from))} ${y(price)}H${Math.min(right, x(to))}`} />
          </g>
        ))}
    </>
  );
});

/** Over line and seals, at the end of what they name, on the side that the price did not end on. */
const Names = memo(function Names({
  replay: { barrier, levels },
  scale: { x, y, low, high },
  size,
  words,
  last,
}: Pick<DrawingProps, 'replay' | 'scale' | 'size' | 'words'> & { readonly last: number | undefined }) {
  const right = size.width - MARGIN.end;
  const beside = (price: number): number => y(price) + (last !== undefined && price <= last ? NAME_BELOW : -NAME_ABOVE);
  return (
    <g className={styles.name} textAnchor="end">
      {barrier !== undefined && (
        <>
          <text x={x(barrier.to) - 6} y={MARGIN.top - 10}>
            {words.expires}
          </text>
          <text x={right - 6} y={beside(barrier.price)}>
            {words.levels.entry}
          </text>
        </>
      )}
      {levels
        .filter(({ price }) => low < price && price < high)
        .map(({ kind, price, from, to }) => (
          <text key={`${kind} ${from}`} x={Math.min(right, x(to)) - SEAL_RADIUS - 6} y={beside(price)}>
            {words.levels[kind]}
          </text>
        ))}
    </g>
  );
});
const NAME_ABOVE = 6;
const NAME_BELOW = 15;

const THREE_TIMES_FROM = 480;

/** When it begins, and ends, below the plot. */
const Times = memo(function Times({ replay, size, words }: Pick<DrawingProps, 'replay' | 'size' | 'words'>) {
  const y = size.height - 8;
  return (
    <g>
      <text x={MARGIN.start} y={y}>
        {words.time(replay.from)}
      </text>
      {THREE_TIMES_FROM <= size.width && (
        <text x={(MARGIN.start + size.width - MARGIN.end) / 2} y={y} textAnchor="middle">
          {words.time((replay.from + replay.to) / 2)}
        </text>
      )}
      <text x={size.width - MARGIN.end} y={y} textAnchor="end">
        {words.time(replay.to)}
      </text>
    </g>
  );
});

const gridOf = ({ low, high }: Scale): number[] => [0.2, 0.5, 0.8].map((share) => low + (high - low) * share);
const TAG_ROOM = 18;

/** Prices at the end of the lines, but for those that the tag would cover. */
function PriceScale({
  scale,
  size,
  words,
  tagAt,
}: Pick<DrawingProps, 'scale' | 'size' | 'words'> & { readonly tagAt: number | undefined }) {
  return gridOf(scale).map((price) =>
    tagAt !== undefined && Math.abs(scale.y(price) - tagAt) < TAG_ROOM ? null : (
      <text key={price} x={size.width - MARGIN.end + 9} y={scale.y(price) + 4}>
        {words.price(price)}
      </text>
    ),
  );
}

/** Of the ticks that decide. */
const SEAL_RADIUS = 9;

/** A check mark once its tick is proved, a cross if it is not what it says, empty until then. */
function Seal({ x, y, isLarge, sealing }: { x: number; y: number; isLarge: boolean; sealing: Sealing | undefined }) {
  const unit = isLarge ? 1 : 6 / SEAL_RADIUS;
  const mark = sealing === 'wrong' ? 'M-3.4 -3.4 3.4 3.4M3.4 -3.4 -3.4 3.4' : 'M-4 0.2-1.2 3 4 -2.8';
  return (
    <g
      transform={`translate(${x.toFixed(1)} ${y.toFixed(1)}) scale(${unit})`}
      className={styles.seal}
      data-sealing={sealing}
    >
      <circle r={SEAL_RADIUS} />
      {sealing !== undefined && <path d={mark} />}
    </g>
  );
}

function PriceTag({ y, size, text }: { y: number; size: Size; text: string }) {
  const left = size.width - MARGIN.end + 3;
  return (
    <g className={styles.tag}>
      <rect x={left} y={y - 10} width={MARGIN.end - 5} height={20} rx={4} />
      <text x={left + 6} y={y + 4}>
        {text}
      </text>
    </g>
  );
}
