import { CandleCheck, type CandleReport } from '../market-data/history/verify-candles.ts';
import { TapeWalk } from '../market-data/tape/tape-walk.ts';
import type { Reader } from '../platform/paged-rows.ts';
import type { Pool } from '../platform/postgres.ts';
import { readSnapshot } from '../platform/read-snapshot.ts';
import { PositionCheck } from '../products/contracts/verify-positions.ts';
import { ConversionCheck } from '../products/convert/verify-conversions.ts';
import { OptionCheck } from '../products/options/verify-options.ts';
import { FillCheck } from '../products/spot/verify-fills.ts';
import { NeededTicks } from './needed-ticks.ts';
import { type TapeReport, verifyTape } from './verify-tape.ts';

export interface TradesReport {
  readonly tape: TapeReport;
  readonly candles: CandleReport;
  readonly checked: {
    readonly options: number;
    readonly contracts: number;
    readonly spotOrders: number;
    readonly conversions: number;
  };
  /** What is no longer there to be compared, in words. */
  readonly listed: readonly string[];
  /** Of the tape, of candles, and of every product; one sentence per difference. */
  readonly findings: readonly string[];
}

interface TradesOptions {
  readonly now: number;
  /** Rows in memory at a time, of each list. */
  readonly pageRows?: number;
}

/** In one snapshot of its own. */
export const verifyTrades = (pool: Pool, options: TradesOptions): Promise<TradesReport> =>
  readSnapshot(pool, (client) => checkTrades(client, options));

/**
 * Reads the signed tape once, and every trade and candle beside it, within a transaction. Neither
 * is ever in memory as a whole: a minute of ticks, and a page of each list of what relies on them.
 */
export async function checkTrades(reader: Reader, { now, pageRows }: TradesOptions): Promise<TradesReport> {
  const options = new OptionCheck(reader, pageRows);
  const positions = new PositionCheck(reader, pageRows);
  const fills = new FillCheck(reader, pageRows);
  const conversions = new ConversionCheck(reader, pageRows);
  const needed = new NeededTicks(reader);
  const checks = [options, positions, fills, conversions, needed];
  const contracts = await positions.histories();
  const spotOrders = await fills.histories();
  const converted = await conversions.histories();
  const bars = new CandleCheck(reader, now);
  const walk = new TapeWalk();
  const tape = await verifyTape(reader, async (minuteAt, ticks, isThinned) => {
    walk.enter(minuteAt, ticks);
    for (const check of checks) await check.minute(walk);
    await needed.ticks(ticks);
    await bars.ticks(minuteAt, ticks, isThinned);
  });
  const candles = await bars.finish();
  const findings = [...tape.faults, ...candles.findings];
  for (const check of checks) findings.push(...(await check.finish(walk)));
  return {
    tape,
    candles,
    findings,
    listed: [...thinnedLines(tape), ...candles.listed],
    checked: { options: options.checked, contracts, spotOrders, conversions: converted },
  };
}

const thinnedLines = ({ thinned: { minutes, ticks } }: TapeReport): string[] =>
  minutes === 0 ? [] : [`tape: ${minutes} minutes thinned, ${ticks} ticks no longer kept`];
