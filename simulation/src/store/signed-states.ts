import { createPrivateKey } from 'node:crypto';
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { type Checkpoint, isCheckpointSigned } from '@glasshouse/rules/proofs/checkpoint';
import { parseEntry } from '@glasshouse/server/kernel/core/log-entry';
import { rulesOf } from '@glasshouse/server/kernel/core/rules';
import { createState, reduceRow } from '@glasshouse/server/kernel/core/state';
import type { Account, CoreModule, CoreState, RowChange } from '@glasshouse/server/kernel/core/types';
import { loadCheckpoint, signState } from '@glasshouse/server/kernel/verify/checkpoints';
import { Replay } from '@glasshouse/server/kernel/verify/replay';
import { stateStream, WrongStateError } from '@glasshouse/server/kernel/verify/state-file';
import { rowLeaf } from '@glasshouse/server/kernel/verify/state-root';
import { tapeKey } from '@glasshouse/server/market-data/tape/keys';
import type { Mutant } from '../mutants/mutant.ts';
import type { Findings } from '../reference/findings.ts';
import { Disk } from './disk.ts';

/** Of the simulated operator: always the same, so that a seed determines every byte. */
export const SIGNER = tapeKey(
  createPrivateKey({
    key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.alloc(32, 7)]),
    format: 'der',
    type: 'pkcs8',
  }),
);

/** The signed state that is kept, and the log after it: what a core can be recovered from. */
export class SignedStates {
  readonly #disk: Disk;
  readonly #modules: readonly CoreModule[];
  readonly #mutant: NonNullable<Mutant['signed']>;
  readonly #findings: Findings;
  #kept: { readonly checkpoint: Checkpoint; readonly bytes: readonly Buffer[] } | undefined;
  recoveries = 0;

  constructor(disk: Disk, context: { modules: readonly CoreModule[]; mutant: Mutant; findings: Findings }) {
    this.#disk = disk;
    this.#modules = context.modules;
    this.#mutant = context.mutant.signed ?? {};
    this.#findings = context.findings;
  }

  /** As the server does now and then beside its running core. */
  async sign(): Promise<void> {
    const { sequence, lastHash, lastAt, nextAccountId } = this.#disk.head;
    if (sequence === (this.#kept?.checkpoint.seq ?? 0)) return;
    const head = { sequence, hash: Buffer.from(lastHash, 'hex'), lastAt, nextAccountId };
    // All at once, as a database gives one snapshot: the core writes on meanwhile.
    const accounts = [...this.#disk.accounts.values()].sort((left, right) => left.id - right.id);
    const { row = (change) => change } = this.#mutant;
    const rows = [...this.#disk.liveRows()].flat().flatMap((change) => row(change as RowChange) ?? []);
    const rules = rulesOf(this.#loaded());
    const stream = stateStream({ head, accounts: one(accounts as unknown as Account[]), rows: one(rows) });
    let text = '';
    for await (const lines of stream.lines) text += lines;
    const bytes = [zstdCompressSync(text)];
    const checkpoint = signState(stream, { rules, signer: SIGNER, now: lastAt });
    this.#kept = { checkpoint, bytes: this.#mutant.bytes?.(bytes) ?? bytes };
  }

  /**
   * The content that follows from the signed state and the log after it, which must be what the
   * core that kept running has made durable. Undefined while nothing was signed.
   */
  async recover(): Promise<{ readonly disk: Disk; readonly state: CoreState } | undefined> {
    const signed = this.#kept;
    if (signed === undefined) return undefined;
    this.recoveries += 1;
    const disk = new Disk(this.#modules);
    try {
      if (!isCheckpointSigned(signed.checkpoint)) throw new WrongStateError('its signature does not hold');
      const { state } = await loadCheckpoint(each(signed.bytes), signed.checkpoint, {
        modules: this.#modules,
        onRow: (change) => disk.put(change),
        unpack: unpackedAtOnce,
      });
      const replay = new Replay(this.#modules, { state, keepsRows: false });
      for (const { text } of this.#disk.entries.slice(signed.checkpoint.seq + (this.#mutant.skipped ?? 0))) {
        const { difference, rows } = replay.apply(parseEntry(text));
        if (difference !== undefined) this.#findings.add(`recovered: ${difference}`);
        for (const change of rows) disk.put(change);
      }
      for (const account of state.accounts.values()) disk.putAccount(account);
      this.#compare(disk, state);
      return { disk, state };
    } catch (error) {
      const why = error instanceof WrongStateError ? error.message : (error as Error).stack;
      this.#findings.add(`recovered: from the state after ${signed.checkpoint.seq}: ${why}`);
      return undefined;
    }
  }

  /** What another core would load from the disk now. */
  #loaded(): CoreState {
    const state = createState(this.#modules);
    for (const page of this.#disk.liveRows()) for (const change of page) reduceRow(state, change as RowChange);
    return state;
  }

  #compare(recovered: Disk, state: CoreState): void {
    const { head } = this.#disk;
    this.#findings.equal('recovered: hash of the last entry', state.lastHash.toString('hex'), head.lastHash);
    this.#findings.equal('recovered: time of the last entry', state.lastAt, head.lastAt);
    this.#findings.equal('recovered: next account', state.nextAccountId, head.nextAccountId);
    this.#findings.equal('recovered: accounts', recovered.accounts.size, this.#disk.accounts.size);
    for (const [id, { key, balance }] of this.#disk.accounts) {
      const recoveredAccount = recovered.accounts.get(id);
      this.#findings.equal(
        `recovered: account ${key}`,
        `${recoveredAccount?.key} ${recoveredAccount?.balance}`,
        `${key} ${balance}`,
      );
    }
    const [found, durable] = [recovered, this.#disk].map(liveLeaves) as [Map<string, string>, Map<string, string>];
    this.#findings.equal('recovered: live rows', found.size, durable.size);
    for (const [name, leaf] of durable)
      this.#findings.check(found.get(name) === leaf, () => `recovered: ${name} is not as the core left it`);
  }
}

/**
 * Without threads, whose answers take as many turns of the world as the machine is busy: a seed
 * would no longer determine what happens, and a core that starts would be waited for in vain.
 */
async function* unpackedAtOnce(parts: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  const all: Buffer[] = [];
  for await (const part of parts) all.push(part);
  yield zstdDecompressSync(Buffer.concat(all));
}

async function* one<Page>(page: Page): AsyncGenerator<Page> {
  yield page;
}

async function* each<Part>(parts: readonly Part[]): AsyncGenerator<Part> {
  yield* parts;
}

function liveLeaves(disk: Disk): Map<string, string> {
  const leaves = new Map<string, string>();
  for (const page of disk.liveRows())
    for (const { table, row } of page) {
      const key = disk.specs.get(table)?.key.map((column) => String(row[column])) ?? [];
      leaves.set(`${table} ${key.join(' ')}`, rowLeaf(table, row as RowChange['row']));
    }
  return leaves;
}
