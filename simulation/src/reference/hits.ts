import { CODE } from './codes.ts';
import type { Findings } from './findings.ts';
import type { Prediction } from './prediction.ts';
import type { Hits, Product } from './product.ts';
import { type Entry, type StoredTick, tickName } from './stored.ts';

interface Hit {
  readonly seq: number;
  readonly at: number;
  readonly input: { readonly type: string; readonly book: string; readonly code: string; readonly body: object };
  readonly ids: readonly number[];
  /** The tick that hit them. */
  readonly tick: StoredTick;
  /** Named by entries that carried them out. */
  done: number;
  /** As the core says. */
  carried: number;
}

interface EntryTicks {
  readonly tick?: StoredTick;
  readonly orders?: number[];
  readonly alerts?: number[];
  readonly rates?: Readonly<Record<string, StoredTick>>;
}

/**
 * What ticks have hit and later entries carry out: each once, in the order in which they were hit,
 * at that tick, and before their instrument gets another one.
 */
export class HitsModel implements Product, Hits {
  /** Oldest first. */
  readonly #hits = new Map<number, Hit>();
  /** How often: a conversion may wait for two instruments. */
  readonly #waiting = new Map<number, number>();
  /** Ended by a reset before they were carried out. */
  readonly #reset = new Set<number>();
  readonly #findings: Findings;
  readonly types: Product['types'];

  constructor(findings: Findings) {
    this.#findings = findings;
    this.types = {
      'core.hit': (entry, next) => this.#hit(entry, next),
      'core.carried': (entry) => this.#carried(entry),
    };
  }

  has(id: number): boolean {
    return this.#waiting.has(id);
  }

  hasAnyOf(code: string): boolean {
    return [...this.#hits.values()].some(({ input }) => input.code === code);
  }

  end(id: number): void {
    if (this.#waiting.has(id)) this.#reset.add(id);
  }

  wasReset(id: number): boolean {
    return this.#reset.has(id);
  }

  tickOf(entry: Entry, ids: readonly number[], next: StoredTick | undefined): StoredTick | undefined {
    if (!ids.some((id) => this.#waiting.has(id))) return next;
    // Hit by the price of one coin, a conversion may still be met by that of the other at once.
    const { tick } = entry.body as { tick?: StoredTick };
    const isNow = next !== undefined && tick !== undefined && tickName(tick) === tickName(next);
    if (entry.type === 'convert.match' && isNow) return next;
    const [oldest] = this.#hits.values();
    const expected = oldest?.ids.slice(oldest.done, oldest.done + ids.length);
    const isNext = oldest?.input.type === entry.type && oldest.input.book === entry.book;
    if (oldest === undefined || !isNext || String(ids) !== String(expected)) {
      this.#findings.add(
        `entry ${entry.seq} (${entry.type}) carries out ${ids}, but ${expected} are the next of ${oldest?.seq}`,
      );
      return next;
    }
    oldest.done += ids.length;
    for (const id of ids) {
      const left = (this.#waiting.get(id) ?? 0) - 1;
      if (0 < left) this.#waiting.set(id, left);
      else this.#waiting.delete(id);
    }
    return oldest.tick;
  }

  afterTick(tick: StoredTick): void {
    for (const { seq, input, tick: by } of this.#hits.values()) {
      const isOther = input.code === tick.code && tickName(by) !== tickName(tick);
      this.#findings.check(!isOther, () => `${tickName(tick)} came before ${seq} was carried out`);
    }
  }

  checkNothingOverdue(): void {
    this.#findings.equal('hit and not carried out', [...this.#hits.keys()], []);
  }

  #hit(entry: Entry, next: StoredTick | undefined): Prediction {
    const input = entry.body as Hit['input'] & { readonly suffix: string };
    const { tick, orders, alerts, rates } = input.body as EntryTicks;
    const ids = orders ?? alerts ?? [];
    const rate = next === undefined ? undefined : rates?.[next.code];
    const isOwn = next?.code === input.code && (tick === undefined || tickName(tick) === tickName(next));
    // A tick may hit positions of another instrument, whose profit it converts.
    const isNow = isOwn || (next !== undefined && rate !== undefined && tickName(rate) === tickName(next));
    const isNew = input.type === 'convert.match' || ids.every((id) => !this.#waiting.has(id));
    this.#findings.check(0 < ids.length && isNew && input.book === entry.book, () => `entry ${entry.seq} hits ${ids}`);
    if (next === undefined || !isNow) {
      this.#findings.add(`entry ${entry.seq} hits orders of ${input.code}, which has no tick now`);
      return { code: CODE.done, result: null };
    }
    const hit = { seq: entry.seq, at: entry.at, input, ids, tick: next, done: 0, carried: 0 };
    this.#hits.set(entry.seq, hit);
    for (const id of ids) this.#waiting.set(id, (this.#waiting.get(id) ?? 0) + 1);
    return this.#row(hit, null, ['orders hit']);
  }

  #carried(entry: Entry): Prediction {
    const { seq, upTo } = entry.body as { seq: number; upTo: number };
    const hit = this.#hits.get(seq);
    if (hit === undefined) {
      this.#findings.add(`entry ${entry.seq} says that ${seq} is carried out, of which nothing is left`);
      return { code: CODE.done, result: null };
    }
    this.#findings.equal(`entry ${entry.seq}: carried out of ${seq}`, upTo, hit.done);
    hit.carried = upTo;
    const isDone = upTo === hit.ids.length;
    if (isDone) this.#hits.delete(seq);
    return this.#row(hit, isDone ? entry.seq : null, ['a slice carried out']);
  }

  #row({ seq, at, input, carried }: Hit, settledBy: number | null, counts: readonly string[]): Prediction {
    const row = { seq, code: input.code, input, carried, hit_at: at, settled_by: settledBy };
    return { code: CODE.done, result: null, rows: [{ table: 'hit_triggers', row }], counts };
  }
}
