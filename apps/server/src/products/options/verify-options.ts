import { settleOption } from '@glasshouse/rules/options';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/core/postgres-store.ts';
import type { TapeCheck } from '../../market-data/tape/tape-check.ts';
import type { TapeWalk } from '../../market-data/tape/tape-walk.ts';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import { entersFrom, type OptionOrder, ORDERS_TABLE } from './rows.ts';

const FINDINGS_MAX = 50;

/**
 * Checks every option against the signed tape, as it is read: entry and exit must be on it, the
 * entry the first tick after acceptance and the exit the last one at or before the expiry, the
 * outcome must follow from the two prices, and an order was void or never entered only where the
 * tape says so. Whoever owns the database could rewrite the command log, but not the tape's chain
 * of signatures.
 *
 * Each order is looked at where its entry was, where it expired, and, if it never was entered,
 * where it was given up: in three sorted lists, of which a page is in memory.
 */
export class OptionCheck implements TapeCheck {
  readonly #entries: PagedRows<OptionOrder>;
  readonly #expiries: PagedRows<OptionOrder>;
  readonly #given: PagedRows<OptionOrder>;
  readonly #findings: string[] = [];
  #checked = 0;

  constructor(reader: Reader, pageRows?: number) {
    const orders = (where: string, order: string): PagedRows<OptionOrder> =>
      new PagedRows(
        reader,
        `select ${selectList(ORDERS_TABLE)} from option_orders where ${where} order by ${order}, option_orders.id`,
        pageRows,
      );
    this.#entries = orders('entry_seq is not null', 'option_orders.entry_at');
    // What a reset of the demo book or a corporate action ended, it ended whatever the tape says.
    const isJudged = "settled_by is not null and coalesce(void_reason, '') not in ('reset', 'action')";
    this.#expiries = orders(`entry_seq is not null and ${isJudged}`, 'option_orders.expires_at');
    this.#given = orders(`entry_seq is null and ${isJudged}`, `(${GIVEN_UP_AT})`);
  }

  get checked(): number {
    return this.#checked;
  }

  async minute(walk: TapeWalk): Promise<void> {
    const to = walk.closedTo;
    for await (const order of this.#entries.while(({ entry_at }) => (entry_at ?? 0) < to)) {
      this.#checked += 1;
      this.#find(order, [...rowFaults(order), ...entryFaults(order, walk)]);
    }
    for await (const order of this.#expiries.while(({ expires_at }) => (expires_at ?? 0) < to))
      this.#find(order, expiryFaults(order, walk));
    for await (const order of this.#given.while((candidate) => givenUpAt(candidate) < to))
      this.#find(order, givenUpFaults(order, walk));
  }

  /** Orders of minutes that are not closed yet, as far as they rely on closed ones. */
  async finish(walk: TapeWalk): Promise<readonly string[]> {
    for await (const order of this.#entries.all()) {
      this.#checked += 1;
      const isPast = (order.entry_seq ?? 0) <= walk.headOf(order.code);
      this.#find(order, [...rowFaults(order), ...(isPast ? ['its entry differs from the tape'] : [])]);
    }
    for await (const order of this.#expiries.all()) this.#find(order, exitFaults(order, walk));
    return this.#findings;
  }

  #find({ id }: OptionOrder, faults: readonly string[]): void {
    for (const fault of faults)
      if (this.#findings.length < FINDINGS_MAX) this.#findings.push(`options: order ${id}: ${fault}`);
  }
}

const GIVEN_UP_AT = "option_orders.placed_at + (coalesce(lead_ms, 0) + gap_limit_ms) * interval '1 ms'";
const givenUpAt = (order: OptionOrder): number => entersFrom(order) + order.gap_limit_ms;

/** What the order says of itself. */
export function rowFaults(order: OptionOrder): string[] {
  const faults: string[] = [];
  const { entry_at, expires_at, period_seconds, exit_mid } = order;
  if ((entry_at ?? 0) < entersFrom(order)) faults.push('its entry is from before it was placed');
  if (givenUpAt(order) < (entry_at ?? 0)) faults.push('its entry came later than its gap limit allows');
  if (expires_at !== (entry_at ?? 0) + period_seconds * 1_000)
    faults.push('its expiry is not its entry and its period');
  if (order.state !== 'settled' || exit_mid === null) return faults;
  const outcome = settleOption({ direction: order.direction, entry: order.entry_mid as number, exit: exit_mid });
  if (outcome !== order.outcome) faults.push(`its ticks make it a ${outcome}, it says ${order.outcome}`);
  return faults;
}

/** At the minute of its entry: that tick, and none between it and the acceptance. */
export function entryFaults(order: OptionOrder, walk: TapeWalk): string[] {
  const seq = order.entry_seq as number;
  const tick = walk.tick(order.code, seq);
  if (tick === undefined) return [`its entry tick ${seq} is not on the tape`];
  const before = walk.before(order.code, seq);
  return [
    ...(isSame(order, 'entry', tick) ? [] : [`its entry differs from tick ${seq} of the tape`]),
    ...(before !== undefined && entersFrom(order) < before.at ? [`tick ${before.seq} was its entry`] : []),
  ];
}

/** At the minute of its expiry: the last tick until then, and whether a gap made it void. */
export function expiryFaults(order: OptionOrder, walk: TapeWalk): string[] {
  const faults = exitFaults(order, walk);
  const { code, entry_at, exit_at, exit_seq, entry_seq, gap_limit_ms: limit, void_reason } = order;
  const expiresAt = order.expires_at as number;
  const gapEndedAt = walk.gapEndedAt(code, Math.min(exit_at ?? expiresAt, expiresAt), limit);
  const isLate = exit_at !== null && limit < expiresAt - exit_at;
  const isGap = (entry_at as number) < gapEndedAt || isLate;
  if (void_reason === 'gap' && !isGap) faults.push('no gap of the tape made it void');
  if (order.state === 'settled' && isGap) faults.push('a gap above its limit should have made it void');
  if (void_reason === 'tooFewTicks' && exit_seq !== null && (entry_seq as number) < exit_seq)
    faults.push('it had ticks enough, and was void for too few');
  return faults;
}

/** The exit is the last tick until the expiry, or until where the tape ends. */
function exitFaults(order: OptionOrder, walk: TapeWalk): string[] {
  const { exit_seq: seq, exit_at: at, code } = order;
  const expiresAt = order.expires_at as number;
  if (seq === null || at === null) return [];
  if (walk.closedTo <= at) return seq <= walk.headOf(code) ? ['its exit differs from the tape'] : [];
  if (expiresAt < at) return [`its exit tick ${seq} is after its expiry`];
  const last = walk.lastAt(code, Math.min(expiresAt, walk.closedTo - 1));
  if (last === undefined || last.seq < seq) return [`its exit tick ${seq} is not on the tape`];
  if (seq < last.seq) return [`tick ${last.seq} came after its exit and before its expiry`];
  return isSame(order, 'exit', last) ? [] : [`its exit differs from tick ${seq} of the tape`];
}

/** When it was given up: no tick had come since it was placed. */
export function givenUpFaults(order: OptionOrder, walk: TapeWalk): string[] {
  const last = walk.lastAt(order.code, givenUpAt(order));
  const isEntry = last !== undefined && entersFrom(order) < last.at;
  return isEntry ? [`tick ${last.seq} came in time to be its entry, it says that there was none`] : [];
}

const isSame = (order: OptionOrder, end: 'entry' | 'exit', tick: HashedTick): boolean =>
  order[`${end}_mid`] === tick.mid &&
  order[`${end}_bid`] === tick.bid &&
  order[`${end}_ask`] === tick.ask &&
  order[`${end}_at`] === tick.at &&
  order.precision === tick.precision;
