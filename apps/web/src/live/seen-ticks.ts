import { marketSnapshot } from './market.ts';

/** A tick as this page received it. The stream gives at most four a second. */
export interface SeenTick {
  readonly seq: number;
  readonly at: number;
  /** Only drawn; no money is computed from it. */
  readonly price: number;
}

/** An hour at four a second. */
const TICKS_MAX = 14_400;

/** Beyond such a pause a line would join what has nothing between. */
const PAUSE_MS = 60_000;
const MARKETS_MAX = 4;

const ticksByCode = new Map<string, SeenTick[]>();

/** The newest tick of a market, if it is one that was not seen yet. */
function newestOf(code: string, known: SeenTick | undefined): SeenTick | undefined {
  const { tick, price, at } = marketSnapshot.quote(code);
  if (tick === undefined || price === undefined || at === undefined) return undefined;
  if (known !== undefined && (tick <= known.seq || at < known.at)) return undefined;
  return { seq: tick, at, price: Number(price) };
}

/** The ticks of a market that this page knows, oldest first. */
export const seenTicks = (code: string): readonly SeenTick[] => ticksByCode.get(code) ?? [];

/** Back to nothing, as on a page that has just opened. */
export const forgetTicks = (): void => ticksByCode.clear();

/** Puts ticks of before the first one that was seen in front of it. */
export function addEarlier(code: string, earlier: readonly SeenTick[]): void {
  const ticks = ticksByCode.get(code) ?? [];
  const first = ticks[0];
  const missing = first === undefined ? earlier : earlier.filter(({ seq, at }) => seq < first.seq && at <= first.at);
  if (first !== undefined && PAUSE_MS < first.at - (missing.at(-1)?.at ?? first.at)) return;
  ticks.unshift(...afterPause(missing));
  ticksByCode.set(code, ticks);
}

/** The ticks since the last long pause. */
function afterPause(ticks: readonly SeenTick[]): readonly SeenTick[] {
  const from = ticks.findLastIndex(({ at }, index) => PAUSE_MS < at - (ticks[index - 1]?.at ?? at));
  return ticks.slice(Math.max(0, from));
}

/** Keeps the ticks of a market from now on, and reports each. */
export function watchTicks(code: string, listener: (tick: SeenTick) => void): () => void {
  const ticks = ticksByCode.get(code) ?? [];
  ticksByCode.delete(code);
  ticksByCode.set(code, ticks);
  for (const oldest of [...ticksByCode.keys()].slice(0, -MARKETS_MAX)) ticksByCode.delete(oldest);
  const see = () => {
    const newest = newestOf(code, ticks.at(-1));
    if (newest !== undefined) {
      if (PAUSE_MS < newest.at - (ticks.at(-1)?.at ?? newest.at)) ticks.length = 0;
      ticks.push(newest);
      if (TICKS_MAX < ticks.length) ticks.splice(0, ticks.length - TICKS_MAX);
    }
    return newest;
  };
  see();
  return marketSnapshot.subscribe(code, () => {
    const seen = see();
    const last = seen ?? ticks.at(-1);
    if (last !== undefined) listener(last);
  });
}
