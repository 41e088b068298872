import { Seal } from '@glasshouse/ui';
import { memo } from 'react';
import { endLabels } from './end-labels.ts';
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

/** A step line with its rail: one mark for each price. The prices that decided have a seal. */
export function Drawing({ replay, ticks, scale, size, now, sealed, words }: DrawingProps) {
  const { x, y } = scale;
  const shown = ticks.filter(({ at }) => at <= now);
  const decisive = new Set(replay.moments.map(({ key }) => key));
  const end = Math.min(now, replay.to);
  const last = shown.at(-1);
  // At the end the axis names the price that decided, and not the next one that happened to follow.
  const named =
    last === undefined ? undefined : now < replay.to ? last.price : (decidedBy(replay, scale) ?? last.price);
  return (
    <svg width={size.width} height={size.height} className={styles.drawing} aria-hidden="true" focusable="false">
      <Levels replay={replay} scale={scale} size={size} words={words} />
      <path d={stepPath(ticks, scale, end)} className={isWhole(ticks) ? styles.line : styles.lineBetween} />
      <Marks ticks={shown} scale={scale} size={size} sealed={sealed} decisive={decisive} />
      {shown.map((tick) =>
        decisive.has(tick.key) ? (
          <EndPoint key={tick.key} x={x(tick.at)} y={y(tick.price)} sealing={sealed.get(tick.key)} />
        ) : null,
      )}
      {endLabels({ replay, scale, named }).map(({ y: at, price, tone, isMain }) => (
        <text
          key={`${tone} ${price}`}
          x={size.width - MARGIN.end + 6}
          y={at + 4}
          data-tone={tone}
          className={isMain ? styles.main : styles.priceLabel}
        >
          {words.price(price)}
        </text>
      ))}
      <Times replay={replay} size={size} words={words} />
    </svg>
  );
}

/** The price of the last moment that has one in the picture. */
function decidedBy({ moments }: Replay, { low, high }: Scale): number | undefined {
  const price = moments.findLast((moment) => moment.price !== undefined)?.price;
  const value = price === undefined ? undefined : Number(price);
  return value !== undefined && low < value && value < high ? value : undefined;
}

/** Below the line: longer for each tenth price and for those that decided. */
const RAIL_TOP = 26;
const MARK = 6;
const LONG_MARK = 10;
const EVERY = 10;

interface MarksProps extends Pick<DrawingProps, 'ticks' | 'scale' | 'size' | 'sealed'> {
  readonly decisive: ReadonlySet<string | undefined>;
}

function Marks({ ticks, scale, size, sealed, decisive }: MarksProps) {
  const top = size.height - RAIL_TOP;
  const path = (state: Sealing | undefined): string =>
    ticks
      .map(({ key, at }, index) => {
        if (sealed.get(key) !== state) return '';
        const length = decisive.has(key) || index % EVERY === 0 ? LONG_MARK : MARK;
        return `M${scale.x(at).toFixed(1)} ${top}v${length}`;
      })
      .join('');
  return (
    <>
      <path className={styles.mark} d={path(undefined)} />
      <path className={styles.mark} data-sealing="proved" d={path('proved')} />
      <path className={styles.mark} data-sealing="wrong" d={path('wrong')} />
    </>
  );
}

/** What was agreed: the opening price dotted, stops and targets dashed and with their names. */
const Levels = memo(function Levels({
  replay,
  scale,
  size,
  words,
}: Pick<DrawingProps, 'replay' | 'scale' | 'size' | 'words'>) {
  const { x, y, low, high } = scale;
  const left = MARGIN.start;
  const right = size.width - MARGIN.end;
  const bottom = size.height - MARGIN.bottom;
  const { barrier, levels } = replay;
  return (
    <>
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
          <path className={styles.level} data-kind="entry" d={`M${left} ${y(barrier.price)}H${right}`} />
          <path className={styles.expiry} d={`M${x(barrier.to)} ${MARGIN.top}V${bottom}`} />
        </>
      )}
      {levels
        .filter(({ price }) => low < price && price < high)
        .map(({ kind, price, from, to }) => (
          <g key={`${kind} ${from}`}>
            <path
              className={styles.level}
              data-kind={kind}
              d={`M${Math.max(left, x(from))} ${y(price)}H${replay.to <= to + LIFE_MS ? right : Math.min(right, x(to))}`}
            />
            {kind !== 'entry' && (
              <text className={styles.name} x={Math.max(left, x(from)) + 4} y={y(price) - 5}>
                {words.levels[kind]}
              </text>
            )}
          </g>
        ))}
      {/* Too far away for a line: named at the edge that it is beyond. */}
      {[...beyond(levels, high), ...beyond(levels, low)].map(({ kind, price, row }) => (
        <text
          key={kind}
          className={styles.name}
          x={left + 4}
          y={price <= low ? bottom - 6 - row * ROW : MARGIN.top + 10 + row * ROW}
        >
          {`${price <= low ? '↓' : '↑'} ${words.levels[kind]} ${words.price(price)}`}
        </text>
      ))}
    </>
  );

  /** Those beyond one edge that stand until the end, each in a row of its own. */
  function beyond(all: Replay['levels'], edge: number) {
    return all
      .filter(({ price, to }) => (edge === low ? price <= low : high <= price) && replay.to <= to)
      .map((level, row) => ({ ...level, row }));
  }
});
/** Height of a name at an edge. */
const ROW = 14;
/** A level that stood until the end runs on to its price at the end of the picture. */
const LIFE_MS = 60_000;

/** When it begins, and ends, below the rail. */
const Times = memo(function Times({ replay, size, words }: Pick<DrawingProps, 'replay' | 'size' | 'words'>) {
  const y = size.height - 3;
  return (
    <g>
      <text x={MARGIN.start} y={y}>
        {words.time(replay.from)}
      </text>
      <text x={size.width - MARGIN.end} y={y} textAnchor="end">
        {words.time(replay.to)}
      </text>
    </g>
  );
});

/** The seal of a price that decided: closed once its tick is proved. */
function EndPoint({ x, y, sealing }: { x: number; y: number; sealing: Sealing | undefined }) {
  return (
    <g transform={`translate(${x.toFixed(1)} ${y.toFixed(1)})`}>
      <circle r={9} className={styles.ground} />
      <g transform="translate(-7 -7) scale(0.58)">
        <Seal state={sealing === undefined ? 'open' : sealing === 'proved' ? 'sealed' : 'broken'} />
      </g>
    </g>
  );
}
