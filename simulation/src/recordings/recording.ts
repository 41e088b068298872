import { createHash } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { applyCommand, handlerTable } from '@glasshouse/server/kernel/core/apply';
import { canonicalJson } from '@glasshouse/server/kernel/core/canonical-json';
import { commandOf, parseEntry } from '@glasshouse/server/kernel/core/log-entry';
import { createState } from '@glasshouse/server/kernel/core/state';
import type { CoreModule, Row } from '@glasshouse/server/kernel/core/types';

/** What a log comes to: compared between the release that recorded it and the one that replays. */
export interface Outcome {
  /** Hash of the last entry, as made by the replay: it covers every answer. */
  readonly head: string;
  /** Of every row and account. */
  readonly root: string;
  readonly balances: { readonly [account: string]: string };
}

export interface RecordedWorld extends Outcome {
  readonly seed: number;
  readonly focus: string;
  /** Texts of the log's entries, in order. */
  readonly entries: readonly string[];
}

export interface Recording {
  readonly release: string;
  readonly worlds: readonly RecordedWorld[];
}

export const packed = (recording: Recording): Buffer => gzipSync(JSON.stringify(recording), { level: 9 });
export const unpacked = (bytes: Buffer): Recording => JSON.parse(gunzipSync(bytes).toString()) as Recording;

/** Replays a log from empty by the given modules; throws at the first answer that differs. */
export function replay(modules: readonly CoreModule[], entries: readonly string[]): Outcome {
  const state = createState(modules);
  const handlers = handlerTable(state);
  const keys = new Map(modules.flatMap(({ tables }) => tables.map(({ table, key }) => [table, key] as const)));
  const rows = new Map<string, string>();
  for (const text of entries) {
    const appliedCommand = applyCommand(state, handlers, commandOf(parseEntry(text)));
    if (appliedCommand.entry !== text) throw new Error(`logged ${text}\nreplayed ${appliedCommand.entry}`);
    for (const { table, row } of appliedCommand.rows) {
      const id = [table, ...(keys.get(table) ?? []).map((column) => String(row[column]))].join('\u0000');
      rows.set(id, textOf(row));
    }
  }
  const accounts = [...state.accounts.values()].sort((left, right) => (left.key < right.key ? -1 : 1));
  const hash = createHash('sha256');
  for (const { id, key, balance } of accounts) hash.update(`${id} ${key} ${balance}\n`);
  for (const id of [...rows.keys()].sort()) hash.update(`${id}\u0000${rows.get(id)}\n`);
  return {
    head: state.lastHash.toString('hex'),
    root: hash.digest('hex'),
    balances: Object.fromEntries(accounts.map(({ key, balance }) => [key, String(balance)])),
  };
}

/** A column that a later release adds is empty in rows of before: the root leaves it out. */
function textOf(row: Row): string {
  const fields = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== null));
  return canonicalJson(fields, (value) => (typeof value === 'bigint' ? value.toString() : value));
}
