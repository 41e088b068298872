/**
 * Thread that signs states and heads of the transparency logs, and drops old ids and ticks: what
 * must be done about log and tape now and then, beside the core.
 */
import { parentPort, workerData } from 'node:worker_threads';
import { purgeIds } from '../../kernel/log/purge-ids.ts';
import { isCheckpointDue } from '../../kernel/verify/checkpoint-times.ts';
import { checkpointsBefore, makeCheckpoint } from '../../kernel/verify/checkpoints.ts';
import { openTapeKey } from '../../market-data/tape/keys.ts';
import { sharedCoreClock } from '../../platform/core-clock.ts';
import { startJob } from '../../platform/job.ts';
import { createPool } from '../../platform/postgres.ts';
import { TapeThinning } from '../../transparency/tape-thinning.ts';
import { openTreeKeepers } from '../../transparency/tree/open-trees.ts';
import { TreeMismatchError } from '../../transparency/tree/tree-keeper.ts';
import { collectGarbage } from '../collector.ts';
import { MODULES } from '../modules.ts';
import type { FromUpkeep, UpkeepData } from './messages.ts';

const EVERY_MS = 60_000;
const NONE = { seq: 0, at: 0 };

const { databaseUrl, dataDir, checkpoints, tapeDays, files, publicUrl, witnesses } = workerData as UpkeepData;
// No patience: a state of millions of accounts takes its time, and nobody waits for it.
const pool = createPool(databaseUrl, { max: 3, name: 'glasshouse upkeep' });
const signer = openTapeKey(dataDir);
const { now } = sharedCoreClock;
const post = (message: FromUpkeep): void => parentPort?.postMessage(message);

async function sign(): Promise<void> {
  const { rows } = await pool.query<{ sequence: number }>('select sequence from shards where id = 0');
  const [last = NONE] = await checkpointsBefore(pool, null, 1);
  if (!isCheckpointDue(checkpoints, { sequence: rows[0]?.sequence ?? 0, last, now: now() })) return;
  const startedAt = performance.now();
  const made = await makeCheckpoint(pool, { modules: MODULES, signer, now: now() });
  if (made === undefined) return;
  const { seq, accounts, rows: live } = made;
  post({ kind: 'signed', seq, accounts, rows: live, ms: Math.round(performance.now() - startedAt) });
}

const thinning = tapeDays === undefined ? undefined : new TapeThinning({ pool, now, days: tapeDays });

/** An hour of the tape each minute: some ten seconds of work, so that a day takes half an hour. */
async function thin(isStopping: () => boolean): Promise<void> {
  const done = await thinning?.step(isStopping);
  if (done !== undefined && 0 < done.minutes)
    post({ kind: 'thinned', minutes: done.minutes, ticks: done.droppedTicks });
}

const keepers = openTreeKeepers({
  pool,
  dataDir,
  files,
  publicUrl,
  witnesses,
  key: signer,
  now,
  onWitnessFailure: (witness, error) => post({ kind: 'unwitnessed', witness, reason: error.message }),
});

/** A head a minute: what is appended meanwhile is a few tiles. */
async function growTrees(isStopping: () => boolean): Promise<void> {
  for (const { log, keeper, cosign } of keepers) {
    const startedAt = performance.now();
    try {
      const head = await keeper.step(isStopping);
      if (head === undefined) continue;
      post({ kind: 'headed', log, size: head.size, ms: Math.round(performance.now() - startedAt) });
      await cosign(head.size);
    } catch (error) {
      if (!(error instanceof TreeMismatchError)) throw error;
      post({ kind: 'forked', log, reason: error.message });
    }
  }
}
const stopTrees = startJob({
  everyMs: EVERY_MS,
  work: growTrees,
  onFailure: (error) => post({ kind: 'failed', reason: error.message }),
});

/** Loading all modules leaves garbage (33 MB in one sample), and little follows to collect it. */
let isLoaded = false;

const stop = startJob({
  everyMs: EVERY_MS,
  work: async (isStopping) => {
    await sign();
    const ids = await purgeIds(pool, { now: now(), isStopping });
    if (0 < ids) post({ kind: 'purged', ids });
    await thin(isStopping);
    if (!isLoaded) collectGarbage();
    isLoaded = true;
  },
  onFailure: (error) => post({ kind: 'failed', reason: error.message }),
});

parentPort?.on('message', async () => {
  await Promise.all([stop(), stopTrees()]);
  await pool.end();
  parentPort?.close();
});
