import { generateKeyPairSync } from 'node:crypto';
import { chainHash } from '@glasshouse/server/kernel/core/log-entry';
import { PostgresStore } from '@glasshouse/server/kernel/core/postgres-store';
import { loadState } from '@glasshouse/server/kernel/core/recovery';
import { makeCheckpoint } from '@glasshouse/server/kernel/verify/checkpoints';
import { verifyDatabase } from '@glasshouse/server/kernel/verify/verify';
import { encodeTicks } from '@glasshouse/server/market-data/tape/codec';
import { publishKey, tapeKey } from '@glasshouse/server/market-data/tape/keys';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import { MODULES } from '@glasshouse/server/runtime/modules';
import { verifyTrades } from '@glasshouse/server/transparency/verify-trades';
import { serveCalls } from '../harness/program.ts';
import { CoreFixture } from './core-fixture.ts';

export interface RunCost {
  readonly ms: number;
  /** Of the whole process, at its highest. */
  readonly peakBytes: number;
}

/** A process for each, so that peak memory is that of one of them. */
export type LogCalls = {
  /** Places spot orders until the log has as many entries. */
  fill: { params: { url: string; entries: number }; result: undefined };
  /** What a start reads before it answers. */
  recover: { params: { url: string }; result: RunCost };
  /** Signs the state as it is. */
  sign: { params: { url: string }; result: RunCost };
  verify: { params: { url: string; from?: 'latest' }; result: RunCost & { entries: number } };
  /** Reads every trade beside the tape, which this log has none of. */
  trades: { params: { url: string }; result: RunCost };
  /** Reads the log and its chain of hashes, and nothing else: what no verification can save. */
  readChain: { params: { url: string }; result: RunCost };
};

const IN_FLIGHT = 256;
const PAGE = 5_000;

const storeAt = (url: string): PostgresStore =>
  new PostgresStore({ connectionString: url, modules: MODULES, encodeTicks, acquireTimeoutMs: 10_000 });

async function timed(work: () => Promise<unknown>): Promise<RunCost> {
  const from = performance.now();
  await work();
  return { ms: performance.now() - from, peakBytes: process.resourceUsage().maxRSS * 1024 };
}

async function withPool<Result>(url: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = createPool(url, { max: 3, name: 'bench-log' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

async function readChain(pool: Pool): Promise<void> {
  let previous: Buffer = Buffer.alloc(32);
  for (let after = 0; ; ) {
    const { rows } = await pool.query<{ seq: number; entry: string; hash: Buffer }>(
      'select seq, entry, hash from command_log where seq > $1 order by seq limit $2',
      [after, PAGE],
    );
    for (const { seq, entry, hash } of rows) {
      previous = chainHash(previous, entry);
      if (!previous.equals(hash)) throw new Error(`entry ${seq} does not follow`);
      after = seq;
    }
    if (rows.length < PAGE) return;
  }
}

serveCalls<LogCalls>({
  async fill({ url, entries }) {
    const core = new CoreFixture(storeAt(url), 'spot');
    await core.open();
    const { sequencer } = core;
    const place = async (): Promise<void> => {
      while (sequencer.state.sequence < entries) await core.place();
    };
    await Promise.all(Array.from({ length: IN_FLIGHT }, place));
    await sequencer.stop();
    return undefined;
  },
  async recover({ url }) {
    const store = storeAt(url);
    const took = await timed(() => loadState({ store, modules: MODULES }));
    await store.close();
    return took;
  },
  sign: ({ url }) =>
    withPool(url, async (pool) => {
      const signer = tapeKey(generateKeyPairSync('ed25519').privateKey);
      await publishKey(pool, signer);
      return timed(() => makeCheckpoint(pool, { modules: MODULES, signer, now: Date.now() }));
    }),
  verify: ({ url, from }) =>
    withPool(url, async (pool) => {
      let entries = 0;
      const took = await timed(async () => {
        const found = await verifyDatabase(pool, MODULES, { from });
        if (!found.ok) throw new Error(found.findings.join('\n'));
        entries = found.entries;
      });
      return { ...took, entries };
    }),
  trades: ({ url }) =>
    withPool(url, (pool) =>
      timed(async () => {
        const { findings } = await verifyTrades(pool, { now: Date.now() });
        if (0 < findings.length) throw new Error(findings.join('\n'));
      }),
    ),
  readChain: ({ url }) => withPool(url, (pool) => timed(() => readChain(pool))),
});
