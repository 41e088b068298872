import { settleOption } from '@glasshouse/rules/options';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/postgres-store.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type OptionOrder, ORDERS_TABLE } from './order.ts';

const FINDINGS_MAX = 50;
const PAGE = 5_000;
const MINUTE_MS = 60_000;

interface Expectation {
  readonly order: OptionOrder;
  readonly end: 'entry' | 'exit' | 'after';
}

/**
 * Checks every order against the signed tape: entry and exit must be on the tape, the exit must be
 * the last tick at or before the expiry, and the outcome must follow from the two prices. Whoever
 * owns the database could rewrite the command log, but not the tape's chain of signatures.
 */
export class SettlementCheck {
  readonly #expected = new Map<string, Expectation[]>();
  readonly findings: string[] = [];
  #closedTo = 0;

  /** Reads the orders; call it before `ticks`. Returns their number. */
  async load(pool: Pool): Promise<number> {
    let count = 0;
    for (let after = 0; ; ) {
      const { rows } = await pool.query<OptionOrder>(
        `select ${selectList(ORDERS_TABLE)} from option_orders where id > $1 and entry_seq is not null order by id limit ${PAGE}`,
        [after],
      );
      for (const order of rows) this.#expect(order);
      count += rows.length;
      if (rows.length < PAGE) return count;
      after = rows.at(-1)?.id ?? after;
    }
  }

  /** Ticks of one closed minute of the tape; minutes come in order. */
  ticks(minuteAt: number, ticks: readonly HashedTick[]): void {
    this.#closedTo = minuteAt + MINUTE_MS;
    for (const tick of ticks) {
      const key = keyOf(tick.code, tick.seq);
      for (const expectation of this.#expected.get(key) ?? []) this.#compare(expectation, tick);
      this.#expected.delete(key);
    }
  }

  /** After the last minute: what should have been on the tape and was not. */
  finish(): readonly string[] {
    for (const expectations of this.#expected.values()) {
      for (const { order, end } of expectations) {
        if (end === 'after') continue;
        const at = order[`${end}_at`] as number;
        if (at < this.#closedTo) this.#find(order, `its ${end} tick ${order[`${end}_seq`]} is not on the tape`);
      }
    }
    return this.findings;
  }

  #expect(order: OptionOrder): void {
    this.#add(order, 'entry', order.entry_seq as number);
    if (order.exit_seq === null) return;
    this.#add(order, 'exit', order.exit_seq);
    this.#add(order, 'after', order.exit_seq + 1);
    if (order.state !== 'settled') return;
    const outcome = settleOption({
      direction: order.direction,
      entry: order.entry_mid as number,
      exit: order.exit_mid as number,
    });
    if (outcome !== order.outcome) this.#find(order, `its ticks make it a ${outcome}, it says ${order.outcome}`);
  }

  #add(order: OptionOrder, end: Expectation['end'], seq: number): void {
    const key = keyOf(order.code, seq);
    const known = this.#expected.get(key);
    if (known === undefined) this.#expected.set(key, [{ order, end }]);
    else known.push({ order, end });
  }

  #compare({ order, end }: Expectation, tick: HashedTick): void {
    const expiresAt = order.expires_at as number;
    if (end === 'after') {
      if (tick.at <= expiresAt) this.#find(order, `tick ${tick.seq} came after its exit and before its expiry`);
      return;
    }
    if (end === 'exit' && expiresAt < tick.at) this.#find(order, `its exit tick ${tick.seq} is after its expiry`);
    const same =
      order[`${end}_mid`] === tick.mid &&
      order[`${end}_bid`] === tick.bid &&
      order[`${end}_ask`] === tick.ask &&
      order[`${end}_at`] === tick.at &&
      order.precision === tick.precision;
    if (!same) this.#find(order, `its ${end} differs from tick ${tick.seq} of the tape`);
  }

  #find(order: OptionOrder, what: string): void {
    if (this.findings.length < FINDINGS_MAX) this.findings.push(`options: order ${order.id}: ${what}`);
  }
}

const keyOf = (code: string, seq: number): string => `${code}/${seq}`;
