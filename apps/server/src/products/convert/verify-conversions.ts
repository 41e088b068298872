import { amountOf, formatAmount, formatRate } from '@glasshouse/rules/money';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/core/postgres-store.ts';
import { ReliedTicks } from '../../market-data/tape/relied-ticks.ts';
import type { TapeCheck } from '../../market-data/tape/tape-check.ts';
import type { TapeWalk } from '../../market-data/tape/tape-walk.ts';
import { PagedRows, type Reader } from '../../platform/paged-rows.ts';
import { conversionOf } from './price.ts';
import { FILLS_TABLE, type Fill } from './rows.ts';
import { isStillGood } from './waiting.ts';

const FINDINGS_MAX = 50;

type FillTick = HashedTick & { readonly id: number };

const TICK_COLUMNS = ['from_tick', 'to_tick', 'now_from', 'now_to'] as const;

/**
 * Checks every conversion against the signed tape: its ticks must be on the tape, and its amount
 * must follow from them and its margin. Conversions come by number, ticks by time; a page of each
 * is in memory.
 */
export class ConversionCheck implements TapeCheck {
  readonly #fills: PagedRows<Fill>;
  readonly #ticks: ReliedTicks<FillTick>;
  readonly #findings: string[] = [];

  constructor(reader: Reader, pageRows?: number) {
    this.#fills = new PagedRows(reader, `select ${selectList(FILLS_TABLE)} from convert_fills order by id`, pageRows);
    const rows = new PagedRows<FillTick>(
      reader,
      `select f.id, tick.*
         from convert_fills f cross join lateral (values ${TICK_COLUMNS.map((name) => `(f.${name})`).join(', ')}) as used (json)
         cross join lateral jsonb_to_record(used.json)
           as tick (code text, seq bigint, bid bigint, ask bigint, mid bigint, precision integer, at bigint)
        where jsonb_typeof(used.json) = 'object' order by tick.at, f.id`,
      pageRows,
    );
    this.#ticks = new ReliedTicks(rows, ({ id, code }) => `convert: conversion ${id}: its price of ${code}, tick`);
  }

  /** What follows from their prices, by the rules alone. Returns the number of conversions. */
  async histories(): Promise<number> {
    let count = 0;
    for await (const fill of this.#fills.all()) {
      count += 1;
      for (const fault of conversionFaults(fill)) {
        const sentence = `convert: conversion ${fill.id}: ${fault}`;
        if (this.#findings.length < FINDINGS_MAX) this.#findings.push(sentence);
      }
    }
    return count;
  }

  minute(walk: TapeWalk): Promise<void> {
    return this.#ticks.minute(walk);
  }

  async finish(walk: TapeWalk): Promise<readonly string[]> {
    return [...this.#findings, ...(await this.#ticks.finish(walk))];
  }
}

/** What of a conversion does not follow from its prices. */
export function conversionFaults(fill: Fill): string[] {
  const faults: string[] = [];
  const { receive, spreadRate } = conversionOf({
    amount: amountOf(fill.amount),
    marginRate: fill.margin_rate,
    fromTick: fill.from_tick,
    toTick: fill.to_tick,
  });
  if (formatAmount(receive) !== fill.receive)
    faults.push(`its ticks make ${formatAmount(receive)}, it gave ${fill.receive}`);
  if (formatRate(spreadRate) !== fill.spread_rate)
    faults.push(`its ticks make a spread of ${formatRate(spreadRate)}, it showed ${fill.spread_rate}`);
  const { placed_at: placedAt, lead_ms: leadMs, band_rate: band } = fill;
  const from = placedAt === null ? Number.NEGATIVE_INFINITY : placedAt + (leadMs ?? 0);
  if (band !== null && !isStillGood(fill))
    faults.push(`its firm price was used after the market had moved beyond ${band}`);
  // A firm price is older than its use; the prices that it is checked by are not.
  for (const tick of band === null ? [fill.from_tick, fill.to_tick] : [fill.now_from, fill.now_to])
    if (tick !== null && tick.at < from) faults.push(`tick ${tick.seq} of ${tick.code} is from before it`);
  return faults;
}
