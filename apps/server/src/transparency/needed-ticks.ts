import type { HashedTick } from '@glasshouse/rules/tick-hash';
import type { TapeCheck } from '../market-data/tape/tape-check.ts';
import type { TapeWalk } from '../market-data/tape/tape-walk.ts';
import type { Reader } from '../platform/paged-rows.ts';
import { NeededSpans } from './needed-spans.ts';

const FINDINGS_MAX = 50;
const NEVER = 8_640_000_000_000_000;

type Last = Pick<HashedTick, 'seq' | 'at'>;
const NONE: Last = { seq: 0, at: Number.NEGATIVE_INFINITY };

/**
 * Ticks that are no longer on the tape, compared with what needs ticks. Where a sequence skips
 * numbers, what is missing came between the two ticks around it: nothing may have needed the
 * instrument then, nor have looked for the last tick before it began or the first one after it
 * ended. Without such a hole everything is there, whatever was thinned.
 */
export class NeededTicks implements TapeCheck {
  readonly #reader: Reader;
  readonly #last = new Map<string, Last>();
  readonly #findings: string[] = [];
  #spans: NeededSpans | undefined;

  constructor(reader: Reader) {
    this.#reader = reader;
  }

  /** Ticks of the minute that was just entered, in leaf order. */
  async ticks(ticks: readonly HashedTick[]): Promise<void> {
    for (const tick of ticks) {
      const last = this.#last.get(tick.code) ?? NONE;
      if (last.seq + 1 < tick.seq) await this.#judge(tick.code, last, tick);
      this.#last.set(tick.code, tick);
    }
  }

  async minute(): Promise<void> {}

  /** After the last tick of an instrument: what its head says was there as well. */
  async finish(walk: TapeWalk): Promise<readonly string[]> {
    const { rows } = await this.#reader.query<Last & { code: string }>(
      'select code, seq, at from tape_heads order by code',
    );
    for (const head of rows) {
      const last = this.#last.get(head.code) ?? NONE;
      if (last.seq < head.seq && head.at < walk.closedTo)
        await this.#judge(head.code, last, { seq: head.seq + 1, at: NEVER });
    }
    return this.#findings;
  }

  /** Only where something is missing: most tapes are whole, and need no reading of the log. */
  async #judge(code: string, last: Last, next: Last): Promise<void> {
    this.#spans ??= await NeededSpans.read(this.#reader, { from: 0, to: NEVER / 2 });
    const hole = { from: Math.max(0, last.at), to: next.at };
    if (!this.#spans.meets(code, hole) || FINDINGS_MAX <= this.#findings.length) return;
    const first = last.seq + 1;
    const end = next.seq - 1;
    const names = first === end ? `tick ${first} is` : `ticks ${first} to ${end} are`;
    this.#findings.push(`tape: ${code}: ${names} no longer kept, and something needs the time around them`);
  }
}
