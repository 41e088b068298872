import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/postgres-store.ts';
import { ExpectedTicks } from '../../market-data/tape/expected-ticks.ts';
import type { Pool } from '../../platform/postgres.ts';
import { type ContractOrder, ORDERS_TABLE } from './order.ts';
import { type ContractStep, STEPS_TABLE } from './steps.ts';
import type { ContractTerms } from './terms.ts';
import { historyFaults } from './verify-history.ts';

const PAGE = 2_000;

/**
 * Checks every contract against the rules and the signed tape: each step must follow from its tick
 * and the frozen terms, and each tick must be on the tape.
 */
export class PositionCheck {
  readonly #ticks = new ExpectedTicks();

  /** Reads the orders with their histories; call it before `ticks`. Returns their number. */
  async load(pool: Pool): Promise<number> {
    const { rows: offered } = await pool.query<{ terms: ContractTerms }>('select terms from contract_terms');
    const terms = new Map(offered.map((row) => [`${row.terms.code}/${row.terms.version}`, row.terms]));
    let count = 0;
    for (let after = 0; ; ) {
      const { rows } = await pool.query<ContractOrder>(
        `select ${selectList(ORDERS_TABLE)} from contract_orders where id > $1 order by id limit ${PAGE}`,
        [after],
      );
      const last = rows.at(-1)?.id ?? after;
      const steps = await stepsBetween(pool, after, last);
      for (const order of rows) this.#check(order, steps.get(order.id) ?? [], terms);
      count += rows.length;
      if (rows.length < PAGE) return count;
      after = last;
    }
  }

  /** Ticks of one closed minute of the tape; minutes come in order. */
  ticks(minuteAt: number, ticks: readonly HashedTick[]): void {
    this.#ticks.ticks(minuteAt, ticks);
  }

  finish(): readonly string[] {
    return this.#ticks.finish();
  }

  #check(order: ContractOrder, steps: readonly ContractStep[], all: ReadonlyMap<string, ContractTerms>): void {
    const who = `contracts: order ${order.id}`;
    const terms = all.get(`${order.code}/${order.terms_version}`);
    if (terms === undefined) {
      this.#ticks.find(`${who}: its terms ${order.terms_version} are missing`);
      return;
    }
    for (const fault of historyFaults(order, steps, terms)) this.#ticks.find(`${who}: ${fault}`);
    for (const step of steps) {
      if (step.tick_seq === null) continue;
      const tick = {
        code: order.code,
        seq: step.tick_seq,
        bid: step.tick_bid as number,
        ask: step.tick_ask as number,
        mid: step.tick_mid as number,
        precision: order.precision,
        at: step.tick_at as number,
      };
      this.#ticks.expect(tick, `${who}: the tick of its step ${step.seq} (${step.kind})`);
    }
  }
}

async function stepsBetween(pool: Pool, after: number, last: number): Promise<Map<number, ContractStep[]>> {
  const { rows } = await pool.query<ContractStep>(
    `select ${selectList(STEPS_TABLE)} from contract_steps where order_id > $1 and order_id <= $2 order by order_id, seq, idx`,
    [after, last],
  );
  return Map.groupBy(rows, ({ order_id }) => order_id);
}
