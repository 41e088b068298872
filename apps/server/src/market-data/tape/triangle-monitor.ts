import type { Tick } from '../../kernel/core/types.ts';
import { crossPoints, type Triangle, trianglesOf } from '../feeds/cross/triangles.ts';
import type { Instrument } from '../instruments/instrument.ts';

/**
 * Two prices of one second are this far apart at most, besides their spreads: legs tick at
 * different moments.
 */
const TOLERANCE = 0.005;
/** Further apart than this is no matter of moments. */
const AT_ONCE = 0.02;
/** A smaller drift has to last as long: news reaches the three one after the other. */
const PATIENCE_MS = 3_000;
/** Older prices say nothing about one another. */
const COMPARED_MAX_MS = 15_000;

interface Watched {
  readonly triangle: Triangle;
  /** Since when the cross and its legs disagree. */
  since: number | undefined;
  drifts: boolean;
}

/**
 * Checks every triangle of prices as ticks come in. A cross that is not what its legs make of it is
 * held until it is again; a leg is held when it contradicts all of its crosses, two at least.
 */
export class TriangleMonitor {
  readonly #byCode = new Map<string, Watched[]>();
  readonly #newest = new Map<string, Tick>();
  readonly #drifting = new Set<Watched>();

  constructor(instruments: readonly Instrument[]) {
    for (const triangle of trianglesOf(instruments)) {
      const watched: Watched = { triangle, since: undefined, drifts: false };
      for (const { code } of [triangle.cross, triangle.base, triangle.quote]) {
        this.#byCode.set(code, [...(this.#byCode.get(code) ?? []), watched]);
      }
    }
  }

  see(tick: Tick): void {
    const triangles = this.#byCode.get(tick.code);
    if (triangles === undefined) return;
    this.#newest.set(tick.code, tick);
    for (const watched of triangles) this.#check(watched, tick.at);
  }

  isHeld(code: string): boolean {
    if (this.#drifting.size === 0) return false;
    const triangles = this.#byCode.get(code) ?? [];
    if (triangles.some(({ drifts, triangle }) => drifts && triangle.cross.code === code)) return true;
    const legOf = triangles.filter(({ triangle }) => triangle.cross.code !== code);
    return 1 < legOf.length && legOf.every(({ drifts }) => drifts);
  }

  /** Crosses that are held now. */
  get drifting(): readonly string[] {
    return Array.from(this.#drifting, ({ triangle }) => triangle.cross.code);
  }

  #check(watched: Watched, at: number): void {
    const { triangle } = watched;
    const [cross, base, quote] = [triangle.cross, triangle.base, triangle.quote].map(({ code }) =>
      this.#newest.get(code),
    );
    if (cross === undefined || base === undefined || quote === undefined) return;
    const oldest = Math.min(cross.at, base.at, quote.at);
    if (COMPARED_MAX_MS < at - oldest) return;
    const expected = crossPoints(triangle, base.mid, quote.mid);
    const apart = Math.abs(cross.mid - expected);
    const width = (tick: Tick): number => (tick.ask - tick.bid + 1) / tick.mid;
    const allowed = width(cross) + width(base) + width(quote) + TOLERANCE;
    if (apart <= allowed * expected) {
      watched.since = undefined;
      watched.drifts = false;
      this.#drifting.delete(watched);
      return;
    }
    watched.since ??= at;
    if (apart < (allowed + AT_ONCE) * expected && at - watched.since < PATIENCE_MS) return;
    watched.drifts = true;
    this.#drifting.add(watched);
  }
}
