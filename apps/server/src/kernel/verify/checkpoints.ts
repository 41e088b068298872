import { type Checkpoint, checkpointBytes, isCheckpointSigned } from '@glasshouse/rules/proofs/checkpoint';
import type { Pool, PoolClient } from '../../platform/postgres.ts';
import type { CoreModule } from '../core/types.ts';
import {
  type LoadedState,
  type LoadOptions,
  loadKeptState,
  packed,
  readStoredState,
  type StateStream,
  WrongStateError,
} from './state-file.ts';
import { STATE_FORMAT } from './state-root.ts';

export interface CheckpointSigner {
  readonly publicKey: Buffer;
  sign(bytes: Uint8Array): Buffer;
}

/** States kept besides those that an archive needs. */
const STATES_KEPT = 2;
const PART_BYTES = 1 << 20;

/**
 * Makes a checkpoint of what is durable now. Reads one snapshot in pages beside the running core,
 * which notices nothing of it. Undefined when nothing was logged since the newest one.
 */
export async function makeCheckpoint(
  pool: Pool,
  { modules, signer, now }: { modules: readonly CoreModule[]; signer: CheckpointSigner; now: number },
): Promise<Checkpoint | undefined> {
  const reader = await pool.connect();
  let writer: PoolClient | undefined;
  try {
    // A connection that is refused (no file is left to open) must not keep the first one for ever.
    writer = await pool.connect();
    await reader.query('begin transaction isolation level repeatable read read only');
    await writer.query('begin');
    const { head, root, lines } = await readStoredState(reader, modules);
    const { rows: known } = await writer.query('select 1 from checkpoints where seq >= $1', [head.sequence]);
    if (head.sequence === 0 || 0 < known.length) return undefined;
    const parts = await writeParts(writer, head.sequence, packed(lines));
    if (parts === 0) throw new Error(`the state after ${head.sequence} is empty`);
    const checkpoint = signState({ head, root }, { rules: await rulesInForce(reader), signer, now });
    await keep(writer, checkpoint);
    await forgetOldStates(writer);
    await writer.query('commit');
    await reader.query('commit');
    return checkpoint;
  } finally {
    await reader.query('rollback').catch(() => undefined);
    await writer?.query('rollback').catch(() => undefined);
    reader.release();
    writer?.release();
  }
}

/** Signs a state that was read to its end. */
export function signState(
  { head, root }: Pick<StateStream, 'head' | 'root'>,
  by: { readonly rules: number; readonly signer: CheckpointSigner; readonly now: number },
): Checkpoint {
  const unsigned = {
    version: 1 as const,
    seq: head.sequence,
    hash: head.hash.toString('hex'),
    format: STATE_FORMAT,
    rules: by.rules,
    root: root.finish(head).toString('hex'),
    accounts: root.accounts,
    rows: root.rows,
    at: by.now,
  };
  const bytes = checkpointBytes(unsigned);
  if (bytes === undefined) throw new Error(`the state after ${head.sequence} makes no checkpoint`);
  return {
    ...unsigned,
    publicKey: by.signer.publicKey.toString('hex'),
    signature: by.signer.sign(bytes).toString('hex'),
  };
}

/** The version of the rules that the log has adopted, in the snapshot of the reader. */
async function rulesInForce(reader: PoolClient): Promise<number> {
  const { rows } = await reader.query<{ version: number }>(
    'select coalesce(max(version), 1) as version from rules_adopted',
  );
  return rows[0]?.version ?? 1;
}

async function writeParts(writer: PoolClient, seq: number, bytes: AsyncIterable<Buffer>): Promise<number> {
  let waiting: Buffer[] = [];
  let size = 0;
  let part = 0;
  const write = async (): Promise<void> => {
    await writer.query('insert into checkpoint_states (seq, part, bytes) values ($1, $2, $3)', [
      seq,
      part,
      Buffer.concat(waiting),
    ]);
    waiting = [];
    size = 0;
    part += 1;
  };
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.length;
    if (PART_BYTES <= size) await write();
  }
  if (0 < size) await write();
  return part;
}

const hex = (text: string): Buffer => Buffer.from(text, 'hex');

async function keep(writer: PoolClient, checkpoint: Checkpoint): Promise<void> {
  await writer.query(
    `insert into checkpoints (seq, hash, format, rules, root, accounts, rows, at, public_key, signature)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      checkpoint.seq,
      hex(checkpoint.hash),
      checkpoint.format,
      checkpoint.rules,
      hex(checkpoint.root),
      checkpoint.accounts,
      checkpoint.rows,
      checkpoint.at,
      hex(checkpoint.publicKey),
      hex(checkpoint.signature),
    ],
  );
}

/** The newest, and the one at which the archived part of the log ends. */
async function forgetOldStates(writer: PoolClient): Promise<void> {
  await writer.query(
    `delete from checkpoint_states where seq not in (select seq from checkpoints order by seq desc limit $1)
        and seq not in (select last_seq from log_archives)`,
    [STATES_KEPT],
  );
}

interface CheckpointRow {
  readonly seq: number;
  readonly hash: Buffer;
  readonly format: number;
  readonly rules: number;
  readonly root: Buffer;
  readonly accounts: number;
  readonly rows: number;
  readonly at: number;
  readonly public_key: Buffer;
  readonly signature: Buffer;
}

const checkpointOf = (row: CheckpointRow): Checkpoint => ({
  version: 1,
  seq: row.seq,
  hash: row.hash.toString('hex'),
  format: row.format,
  rules: row.rules,
  root: row.root.toString('hex'),
  accounts: row.accounts,
  rows: row.rows,
  at: row.at,
  publicKey: row.public_key.toString('hex'),
  signature: row.signature.toString('hex'),
});

type Reader = Pick<Pool | PoolClient, 'query'>;

/** Newest first, from before the sequence on. */
export async function checkpointsBefore(db: Reader, before: number | null, limit: number): Promise<Checkpoint[]> {
  const { rows } = await db.query<CheckpointRow>(
    `select * from checkpoints where $1::bigint is null or seq < $1 order by seq desc limit $2`,
    [before, limit],
  );
  return rows.map(checkpointOf);
}

export async function findCheckpoint(db: Reader, which: number | 'latest'): Promise<Checkpoint | undefined> {
  if (which === 'latest') {
    const { rows } = await db.query<CheckpointRow>(
      'select * from checkpoints where seq in (select seq from checkpoint_states) order by seq desc limit 1',
    );
    return rows[0] === undefined ? undefined : checkpointOf(rows[0]);
  }
  const { rows } = await db.query<CheckpointRow>('select * from checkpoints where seq = $1', [which]);
  return rows[0] === undefined ? undefined : checkpointOf(rows[0]);
}

/** The compressed state, part by part. */
export async function* storedParts(db: Reader, seq: number): AsyncGenerator<Buffer> {
  for (let part = 0; ; part += 1) {
    const { rows } = await db.query<{ bytes: Buffer }>(
      'select bytes from checkpoint_states where seq = $1 and part = $2',
      [seq, part],
    );
    if (rows[0] === undefined) {
      if (part === 0) throw new WrongStateError(`the state after entry ${seq} is not kept any more`);
      return;
    }
    yield rows[0].bytes;
  }
}

/**
 * The state of a checkpoint; throws when it is not the one that was signed. `onRow` sees each of
 * its rows, before that is known.
 */
export async function loadCheckpoint(
  parts: AsyncIterable<Buffer>,
  checkpoint: Checkpoint,
  { modules, ...options }: LoadOptions & { readonly modules: readonly CoreModule[] },
): Promise<LoadedState> {
  const fault = checkpointFault(checkpoint);
  if (fault !== undefined) throw new WrongStateError(fault);
  const loaded = await loadKeptState(parts, modules, options);
  const { state, root, accounts, rows } = loaded;
  const isIt =
    root.toString('hex') === checkpoint.root &&
    state.sequence === checkpoint.seq &&
    state.lastHash.toString('hex') === checkpoint.hash &&
    accounts === checkpoint.accounts &&
    rows === checkpoint.rows;
  if (!isIt) throw new WrongStateError(`the state after entry ${checkpoint.seq} is not the one that was signed`);
  return loaded;
}

/** One that another release made, with other columns, can be neither loaded nor compared. */
export const isKnownFormat = ({ format }: Checkpoint): boolean => format === STATE_FORMAT;

/** What is wrong with a checkpoint in itself. */
export function checkpointFault(checkpoint: Checkpoint): string | undefined {
  if (!isKnownFormat(checkpoint))
    return `the state after entry ${checkpoint.seq} has format ${checkpoint.format}, this release knows ${STATE_FORMAT}`;
  if (!isCheckpointSigned(checkpoint)) return `the signature of checkpoint ${checkpoint.seq} does not hold`;
  return undefined;
}

/** All of them, in order. */
export async function* allCheckpoints(db: Reader): AsyncGenerator<Checkpoint> {
  for (let last = 0; ; ) {
    const { rows } = await db.query<CheckpointRow>('select * from checkpoints where seq > $1 order by seq limit 500', [
      last,
    ]);
    for (const row of rows) yield checkpointOf(row);
    if (rows.length < 500) return;
    last = rows.at(-1)?.seq ?? last;
  }
}
