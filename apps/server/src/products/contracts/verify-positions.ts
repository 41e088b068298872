import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { ReliedTicks, tickColumns } from '../../market-data/tape/relied-ticks.ts';
import type { TapeCheck } from '../../market-data/tape/tape-check.ts';
import type { TapeWalk } from '../../market-data/tape/tape-walk.ts';
import { TrailedTicks, type TrailRow } from '../../market-data/tape/trailed-ticks.ts';
import { DiscountHistory } from '../../money/fee-tiers/history.ts';
import { GroupedRows } from '../../platform/grouped-rows.ts';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import { KEPT_SINCE_RULES } from '../../trading/lead.ts';
import { type ContractOrder, ORDERS_TABLE } from './rows.ts';
import { type ContractStep, STEPS_TABLE } from './steps.ts';
import type { ContractTerms } from './terms.ts';
import { TRAIL_PRICES } from './trails.ts';
import { type HistoryTerms, historyFaults } from './verify-history.ts';

const FINDINGS_MAX = 50;

type StepTick = HashedTick & { readonly order_id: number; readonly step: number; readonly kind: string };

/**
 * Trailing stops up to the tick that fired them; of others, up to the tick before the one that
 * ended the position, or to the last one that the core had recorded.
 */
const TRAILS = `
  select o.id as order_id, case o.side when 'buy' then 'sell' else 'buy' end as side, o.peak, o.trail_from as start,
         (o.trail ->> 'points')::bigint as points, o.trail ->> 'rate' as rate,
         (o.trail ->> 'activation')::bigint as activation, coalesce(o.closed_by = 'trailingStop', false) as fired,
         case when o.closed_by = 'trailingStop' then ended.seq else coalesce(ended.seq - 1, o.seen_seq) end as until,
         coalesce(changed.held, '[]'::jsonb) as held
    from contract_orders o
    left join lateral (select jsonb_agg(jsonb_build_object('after', coalesce(s.tick_seq, 0),
                                                           'until', (extract(epoch from s.stops_from) * 1000)::bigint)) as held
                         from contract_steps s where s.order_id = o.id and s.stops_from is not null
                          and not coalesce((s.stops_before ->> 'trails')::boolean, false)) changed on true
    left join lateral (select max(s.tick_seq) as seq from contract_steps s
                        where s.order_id = o.id and s.kind in ('closed', 'liquidated')) ended on true
   where o.trail_from is not null order by (o.trail_from ->> 'at')::bigint, o.id`;

/** How far trailing stops had come that were taken back. */
const PEAKS = `
  select s.order_id, s.seq as step, s.kind, s.stops_before -> 'peak' ->> 'code' as code, o.precision,
         ${['seq', 'bid', 'ask', 'mid', 'at'].map((part) => `(s.stops_before -> 'peak' ->> '${part}')::bigint as ${part}`).join(', ')}
    from contract_steps s join contract_orders o on o.id = s.order_id
   where s.kind = 'stopsChanged' and s.stops_before ->> 'peak' is not null
   order by (s.stops_before -> 'peak' ->> 'at')::bigint, s.order_id, s.seq, s.idx`;

/** What converted the lots that a step closed. */
const RATES = `
  select s.order_id, s.seq as step, s.kind, s.rate ->> 'code' as code, (o.converts_by ->> 'precision')::int as precision,
         ${['seq', 'bid', 'ask', 'mid', 'at'].map((part) => `(s.rate ->> '${part}')::bigint as ${part}`).join(', ')}
    from contract_steps s join contract_orders o on o.id = s.order_id
   where s.rate is not null order by (s.rate ->> 'at')::bigint, s.order_id, s.seq, s.idx`;

/**
 * Checks every contract against the rules and the signed tape: each step must follow from its tick
 * and the frozen terms, and each tick must be on the tape. Orders come with their steps by number,
 * ticks by time; a page of each is in memory.
 */
export class PositionCheck implements TapeCheck {
  readonly #reader: Reader;
  readonly #pageRows: number | undefined;
  readonly #ticks: ReliedTicks<StepTick>;
  readonly #rates: ReliedTicks<StepTick>;
  readonly #peaks: ReliedTicks<StepTick>;
  readonly #trails: TrailedTicks;
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
    const rates = new PagedRows<StepTick>(reader, RATES, pageRows);
    this.#rates = new ReliedTicks(
      rates,
      ({ order_id, step, kind }) => `contracts: order ${order_id}: the rate of its step ${step} (${kind})`,
    );
    this.#peaks = new ReliedTicks(
      new PagedRows<StepTick>(reader, PEAKS, pageRows),
      ({ order_id, step, kind }) => `contracts: order ${order_id}: the best tick of its step ${step} (${kind})`,
    );
    this.#ticks = new ReliedTicks(
      rows,
      ({ order_id, step, kind }) => `contracts: order ${order_id}: the tick of its step ${step} (${kind})`,
    );
    this.#trails = new TrailedTicks(new PagedRows<TrailRow>(reader, TRAILS, pageRows), {
      who: (id) => `contracts: order ${id}`,
      prices: TRAIL_PRICES,
    });
  }

  /** Orders and their histories, by the rules alone. Returns the number of orders. */
  async histories(): Promise<number> {
    const { rows: offered } = await this.#reader.query<{ terms: ContractTerms }>('select terms from contract_terms');
    const terms = new Map(offered.map((row) => [`${row.terms.code}/${row.terms.version}`, row.terms]));
    const keptSince = await this.#keptSince();
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
        for (const fault of historyFaults(order, own, { ...agreed, ...keptSince, discounts: discounts.at(order.id) }))
          this.#find(`order ${order.id}: ${fault}`);
    }
    await steps.finish();
    if (0 < steps.strangers) this.#find(`${steps.strangers} steps belong to no order`);
    return count;
  }

  /** Since when changed stops keep what they were until the change counts. */
  async #keptSince(): Promise<Pick<HistoryTerms, 'keptSince'>> {
    const { rows } = await this.#reader.query<{ seq: number | null }>(
      'select min(adopted_by) as seq from rules_adopted where version >= $1',
      [KEPT_SINCE_RULES],
    );
    const seq = rows[0]?.seq ?? null;
    return seq === null ? {} : { keptSince: seq };
  }

  async minute(walk: TapeWalk): Promise<void> {
    await this.#ticks.minute(walk);
    await this.#rates.minute(walk);
    await this.#peaks.minute(walk);
    await this.#trails.minute(walk);
  }

  async finish(walk: TapeWalk): Promise<readonly string[]> {
    return [
      ...this.#findings,
      ...(await this.#ticks.finish(walk)),
      ...(await this.#rates.finish(walk)),
      ...(await this.#peaks.finish(walk)),
      ...(await this.#trails.finish()),
    ];
  }

  #find(sentence: string): void {
    if (this.#findings.length < FINDINGS_MAX) this.#findings.push(`contracts: ${sentence}`);
  }
}
