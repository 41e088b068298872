import { amountOf, formatAmount, formatRate } from '@glasshouse/rules/money';
import type { HashedTick } from '@glasshouse/rules/tick-hash';
import { selectList } from '../core/postgres-store.ts';
import type { Pool } from '../platform/postgres.ts';
import { conversionOf } from './price.ts';
import { FILLS_TABLE, type Fill, type KeptTick } from './rows.ts';

const FINDINGS_MAX = 50;
const PAGE = 5_000;
const MINUTE_MS = 60_000;

interface Expectation {
  readonly fill: number;
  readonly tick: KeptTick;
}

/**
 * Holds every conversion against the signed tape: the ticks that it kept must be ticks of the tape, and the amount what
 * they and its margin make.
 */
export class ConversionCheck {
  readonly #expected = new Map<string, Expectation[]>();
  readonly findings: string[] = [];
  #closedTo = 0;

  /** Reads the conversions; call it before the ticks are shown. Returns how many there are. */
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

  /** Ticks of one closed minute of the tape. Minutes come in order. */
  ticks(minuteAt: number, ticks: readonly HashedTick[]): void {
    this.#closedTo = minuteAt + MINUTE_MS;
    for (const tick of ticks) {
      const key = keyOf(tick);
      for (const { fill, tick: kept } of this.#expected.get(key) ?? []) {
        const same =
          kept.bid === tick.bid &&
          kept.ask === tick.ask &&
          kept.mid === tick.mid &&
          kept.at === tick.at &&
          kept.precision === tick.precision;
        if (!same) this.#find(fill, `its price of ${kept.code} differs from tick ${tick.seq} of the tape`);
      }
      this.#expected.delete(key);
    }
  }

  /** After the last minute: what should have been on the tape by then and was not. */
  finish(): readonly string[] {
    for (const expectations of this.#expected.values()) {
      for (const { fill, tick } of expectations) {
        if (tick.at < this.#closedTo) this.#find(fill, `its tick ${tick.seq} of ${tick.code} is not on the tape`);
      }
    }
    return this.findings;
  }

  #expect(fill: Fill): void {
    for (const tick of [fill.from_tick, fill.to_tick]) {
      if (tick === null) continue;
      const key = keyOf(tick);
      const known = this.#expected.get(key);
      if (known === undefined) this.#expected.set(key, [{ fill: fill.id, tick }]);
      else known.push({ fill: fill.id, tick });
    }
    const { receive, spreadRate } = conversionOf({
      amount: amountOf(fill.amount),
      marginRate: fill.margin_rate,
      fromTick: fill.from_tick,
      toTick: fill.to_tick,
    });
    if (formatAmount(receive) !== fill.receive) {
      this.#find(fill.id, `its ticks make ${formatAmount(receive)}, it gave ${fill.receive}`);
    }
    if (formatRate(spreadRate) !== fill.spread_rate) {
      this.#find(fill.id, `its ticks make a spread of ${formatRate(spreadRate)}, it showed ${fill.spread_rate}`);
    }
  }

  #find(fill: number, what: string): void {
    if (this.findings.length < FINDINGS_MAX) this.findings.push(`convert: conversion ${fill}: ${what}`);
  }
}

const keyOf = ({ code, seq }: { code: string; seq: number }): string => `${code}/${seq}`;
