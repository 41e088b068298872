import { hitsOf, nextOf, oldestHit } from './hits.ts';
import { partFor } from './internal-commands.ts';
import type { SequencerOptions } from './sequencer-options.ts';
import type { TriggerRunner } from './trigger-runner.ts';
import type { CommandInput, CoreState, Tick } from './types.ts';

/** Ticks that may wait for what earlier ones hit; beyond that, hits are carried out at once. */
const LATE_MAX = 10_000;

interface TurnsOptions {
  readonly triggers: TriggerRunner;
  readonly market: SequencerOptions['market'];
  /** Most orders carried out in one turn. */
  readonly firedMax: number;
}

/** One turn of the sequencer. */
interface Turn {
  readonly state: CoreState;
  readonly at: number;
  /** Ticks of the open batch, in order. */
  readonly ticks: Tick[];
}

/**
 * What ticks and time do, in turns of bounded length. Of what a tick fires, as much as fits a turn
 * is carried out with it; the rest is logged as hit, and carried out at that tick's price in later
 * turns, between which people's commands are applied. An instrument takes its next tick, and time
 * passes, when nothing is left: so all comes out as if it had been done at once.
 */
export class MarketTurns {
  readonly #options: TurnsOptions;
  /** Accepted and not sequenced: their instruments have hits left. Lost with the state. */
  readonly #late = new Map<string, Tick[]>();
  #lateCount = 0;
  /** Orders that the present turn may still carry out. */
  #left = 0;

  constructor(options: TurnsOptions) {
    this.#options = options;
  }

  /** Whether something waits for a turn. */
  hasRest(state: CoreState): boolean {
    return 0 < this.#late.size || 0 < (hitsOf(state)?.rows.size ?? 0);
  }

  /** Tells instruments whose newer price waits; undefined while there is none. */
  get behind(): ((code: string) => boolean) | undefined {
    return this.#late.size === 0 ? undefined : (code) => this.#late.has(code);
  }

  reloaded(): void {
    this.#late.clear();
    this.#lateCount = 0;
  }

  take(turn: Turn, ticks: readonly Tick[]): void {
    this.#left = this.#options.firedMax;
    for (const tick of ticks) {
      const deferred = this.#late.get(tick.code);
      if (deferred === undefined && !this.#hasHits(turn.state, tick.code)) this.#sequence(turn, tick);
      else {
        this.#lateCount += 1;
        if (deferred === undefined) this.#late.set(tick.code, [tick]);
        else deferred.push(tick);
      }
    }
    while (LATE_MAX < this.#lateCount) this.rest(turn);
  }

  /** As of `until`, when it was queued: ticks of the time between may be queued behind it. */
  pass({ state, at }: Turn, until: number): void {
    if (this.hasRest(state)) return;
    const { triggers, market } = this.#options;
    triggers.retry(state, at);
    for (const module of state.modules) {
      if (module.onTime === undefined) continue;
      const due = triggers.due(state, module.name, { code: '' }, () => module.onTime?.(state, until, market));
      for (const input of due) triggers.fire(state, input, at);
    }
  }

  /** Carries out what was hit, the oldest first, and takes ticks that waited for it. */
  rest(turn: Turn): void {
    const { state, at } = turn;
    const { triggers, firedMax } = this.#options;
    const hits = hitsOf(state);
    this.#left = firedMax;
    for (let row = hits && oldestHit(hits); row !== undefined && 0 < this.#left; row = hits && oldestHit(hits)) {
      const input = nextOf(row, this.#left);
      const count = input.trigger?.ids.length ?? 0;
      triggers.fire(state, input, at);
      this.#left -= count;
      const body = { seq: row.seq, upTo: row.carried + count };
      const noted = triggers.note('core.carried', { book: row.input.book, at, about: String(row.seq) }, body);
      if (noted?.code !== 200) throw new Error(`cannot say that ${count} of ${row.seq} are carried out`);
    }
    for (const [code, ticks] of this.#late) {
      while (0 < ticks.length && !this.#hasHits(state, code)) {
        this.#lateCount -= 1;
        this.#sequence(turn, ticks.shift() as Tick);
      }
      if (ticks.length === 0) this.#late.delete(code);
    }
  }

  #sequence({ state, at, ticks }: Turn, tick: Tick): void {
    const { triggers, market } = this.#options;
    ticks.push(tick);
    // Modules see the market before this tick: an expiry in between settles by the earlier one.
    for (const module of state.modules) {
      if (module.onTick === undefined) continue;
      const due = triggers.due(state, module.name, tick, () => module.onTick?.(state, tick, market));
      for (const input of due) this.#carryOut(state, input, at);
    }
    market.sequenced(tick);
  }

  /** As many of its orders as this turn has room for; the others are hit. */
  #carryOut(state: CoreState, input: CommandInput, at: number): void {
    const { triggers } = this.#options;
    const { trigger } = input;
    if (trigger === undefined || hitsOf(state) === undefined || trigger.ids.length <= this.#left) {
      this.#left -= trigger?.ids.length ?? 0;
      triggers.fire(state, input, at);
      return;
    }
    const now = trigger.ids.slice(0, this.#left);
    const later = trigger.ids.slice(this.#left);
    this.#left = 0;
    if (0 < now.length) triggers.fire(state, partFor({ ...input, trigger }, now), at);
    const { type, book, body } = partFor({ ...input, trigger }, later);
    const naming = { type, book, code: trigger.code, suffix: trigger.suffix, body };
    const noted = triggers.note('core.hit', { book, at, about: `${type}:${later[0]}` }, naming);
    if (noted?.code !== 200) throw new Error(`cannot say that ${later.length} orders are hit`);
  }

  #hasHits(state: CoreState, code: string): boolean {
    return hitsOf(state)?.codes.has(code) === true;
  }
}
