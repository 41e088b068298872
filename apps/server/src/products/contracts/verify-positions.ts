import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/postgres-store.ts';
import { ReliedTicks, tickColumns } from '../../market-data/tape/relied-ticks.ts';
import type { TapeCheck } from '../../market-data/tape/tape-check.ts';
import type { TapeWalk } from '../../market-data/tape/tape-walk.ts';
import { DiscountHistory } from '../../money/fee-tiers/history.ts';
import { GroupedRows } from '../../platform/grouped-rows.ts';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import { type ContractOrder, ORDERS_TABLE } from './order.ts';
import { type ContractStep, STEPS_TABLE } from './steps.ts';
import type { ContractTerms } from './terms.ts';
import { historyFaults } from './verify-history.ts';

const FINDINGS_MAX = 50;

type StepTick = HashedTick & { readonly order_id: number; readonly step: number; readonly kind: string };

/**
 * Checks every contract against the rules and the signed tape: each step must follow from its tick
 * and the frozen terms, and each tick must be on the tape. Orders come with their steps by number,
 * ticks by time; a page of each is in memory.
 */
export class PositionCheck implements TapeCheck {
  readonly #reader: Reader;
  readonly #pageRows: number | undefined;
  readonly #ticks: ReliedTicks<StepTick>;
  readonly #findings: string[] = [];

  constructor(reader: Reader, pageRows?: number) {
    this.#reader = reader;
    this.#pageRows = pageRows;
    const rows = new PagedRows<StepTick>(
      reader,
      `select s.order_id, s.seq as step, s.kind, o.code, o.precision, ${tickColumns('s.tick')}
         from contract_steps s join contract_orders o on o.id = s.order_id
        where s.tick_seq is not null order by s.tick_at, s.order_id, s.seq, s.idx`,
      pageRows,
    );
    this.#ticks = new ReliedTicks(
      rows,
      ({ order_id, step, kind }) => `contracts: order ${order_id}: the tick of its step ${step} (${kind})`,
    );
  }

  /** Orders and their histories, by the rules alone. Returns the number of orders. */
  async histories(): Promise<number> {
    const { rows: offered } = await this.#reader.query<{ terms: ContractTerms }>('select terms from contract_terms');
    const terms = new Map(offered.map((row) => [`${row.terms.code}/${row.terms.version}`, row.terms]));
    const discounts = await DiscountHistory.read(this.#reader);
    const orders = new PagedRows<ContractOrder>(
      this.#reader,
      `select ${selectList(ORDERS_TABLE)} from contract_orders order by id`,
      this.#pageRows,
    );
    const steps = new GroupedRows(
      new PagedRows<ContractStep>(
        this.#reader,
        `select ${selectList(STEPS_TABLE)} from contract_steps order by order_id, seq, idx`,
        this.#pageRows,
      ),
      ({ order_id }) => order_id,
    );
    let count = 0;
    for await (const order of orders.all()) {
      count += 1;
      const own = await steps.of(order.id);
      const agreed = terms.get(`${order.code}/${order.terms_version}`);
      if (agreed === undefined) this.#find(`order ${order.id}: its terms ${order.terms_version} are missing`);
      else
        for (const fault of historyFaults(order, own, { ...agreed, discounts: discounts.at(order.id) }))
          this.#find(`order ${order.id}: ${fault}`);
    }
    await steps.finish();
    if (0 < steps.strangers) this.#find(`${steps.strangers} steps belong to no order`);
    return count;
  }

  minute(walk: TapeWalk): Promise<void> {
    return this.#ticks.minute(walk);
  }

  async finish(walk: TapeWalk): Promise<readonly string[]> {
    return [...this.#findings, ...(await this.#ticks.finish(walk))];
  }

  #find(sentence: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(`contracts: ${sentence}`);
  }
}
