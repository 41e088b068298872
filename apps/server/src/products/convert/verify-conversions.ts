import { amountOf, formatAmount, formatRate } from '@glasshouse/rules/money';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../../kernel/postgres-store.ts';
import { ExpectedTicks } from '../../market-data/tape/expected-ticks.ts';
import type { Pool } from '../../platform/postgres.ts';
import { conversionOf } from './price.ts';
import { FILLS_TABLE, type Fill } from './rows.ts';

const PAGE = 5_000;

/**
 * Checks every conversion against the signed tape: its ticks must be on the tape, and its amount
 * must follow from them and its margin.
 */
export class ConversionCheck {
  readonly #ticks = new ExpectedTicks();

  /** Reads the conversions; call it before `ticks`. Returns their number. */
  async load(pool: Pool): Promise<number> {
    let count = 0;
    for (let after = 0; ; ) {
      const { rows } = await pool.query<Fill>(
        `select ${selectList(FILLS_TABLE)} from convert_fills where id > $1 order by id limit ${PAGE}`,
        [after],
      );
      for (const fill of rows) this.#expect(fill);
      count += rows.length;
      if (rows.length < PAGE) return count;
      after = rows.at(-1)?.id ?? after;
    }
  }

  /** Ticks of one closed minute of the tape; minutes come in order. */
  ticks(minuteAt: number, ticks: readonly HashedTick[]): void {
    this.#ticks.ticks(minuteAt, ticks);
  }

  finish(): readonly string[] {
    return this.#ticks.finish();
  }

  #expect(fill: Fill): void {
    const who = `convert: conversion ${fill.id}`;
    for (const tick of [fill.from_tick, fill.to_tick]) {
      if (tick !== null) this.#ticks.expect(tick, `${who}: its price of ${tick.code}, tick`);
    }
    const { receive, spreadRate } = conversionOf({
      amount: amountOf(fill.amount),
      marginRate: fill.margin_rate,
      fromTick: fill.from_tick,
      toTick: fill.to_tick,
    });
    if (formatAmount(receive) !== fill.receive) {
      this.#ticks.find(`${who}: its ticks make ${formatAmount(receive)}, it gave ${fill.receive}`);
    }
    if (formatRate(spreadRate) !== fill.spread_rate) {
      this.#ticks.find(`${who}: its ticks make a spread of ${formatRate(spreadRate)}, it showed ${fill.spread_rate}`);
    }
  }
}
