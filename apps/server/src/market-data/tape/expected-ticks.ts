import type { HashedTick } from '@glasshouse/rules/tick-hash';

const MINUTE_MS = 60_000;
const FINDINGS_MAX = 50;

/**
 * Ticks that others relied on, compared with the signed tape as it is read, minute by minute.
 * Whoever owns the database could rewrite the command log, but not the tape's chain of signatures.
 */
export class ExpectedTicks {
  readonly #expected = new Map<string, { readonly tick: HashedTick; readonly who: string }[]>();
  readonly findings: string[] = [];
  #closedTo = 0;

  /** `who` begins the sentence of a finding: `contracts: order 7: its opening tick`. */
  expect(tick: HashedTick, who: string): void {
    const key = `${tick.code}/${tick.seq}`;
    const known = this.#expected.get(key);
    if (known === undefined) this.#expected.set(key, [{ tick, who }]);
    else known.push({ tick, who });
  }

  find(sentence: string): void {
    if (this.findings.length < FINDINGS_MAX) this.findings.push(sentence);
  }

  /** Ticks of one closed minute of the tape. Minutes come in order. */
  ticks(minuteAt: number, ticks: readonly HashedTick[]): void {
    this.#closedTo = minuteAt + MINUTE_MS;
    for (const tick of ticks) {
      const key = `${tick.code}/${tick.seq}`;
      for (const { tick: kept, who } of this.#expected.get(key) ?? []) {
        const isSame =
          kept.bid === tick.bid &&
          kept.ask === tick.ask &&
          kept.mid === tick.mid &&
          kept.at === tick.at &&
          kept.precision === tick.precision;
        if (!isSame) this.find(`${who} ${tick.seq} differs from the tape`);
      }
      this.#expected.delete(key);
    }
  }

  /** After the last minute: what should have been on the tape by then and was not. */
  finish(): readonly string[] {
    for (const expectations of this.#expected.values()) {
      for (const { tick, who } of expectations) {
        if (tick.at < this.#closedTo) this.find(`${who} ${tick.seq} is not on the tape`);
      }
    }
    return this.findings;
  }
}
