import { hash } from 'node:crypto';
import { applyCommand, handlerTable } from '../core/apply.ts';
import { canonicalJson, sameJson } from '../core/canonical-json.ts';
import { chainHash, commandOf, entryText, type LogEntry } from '../core/log-entry.ts';
import { rulesOf } from '../core/rules.ts';
import { createState, type PostedLine } from '../core/state.ts';
import type { CoreModule, CoreState, Json, Row, RowChange } from '../core/types.ts';

export interface ReplayedEntry {
  readonly lines: readonly PostedLine[];
  readonly rows: readonly RowChange[];
  /** How the replay differs from what was logged, if it does. */
  readonly difference: string | undefined;
}

/** Replays a command log from empty, or from the given state. Keeps every account. */
export class Replay {
  readonly state: CoreState;
  readonly #handlers: ReturnType<typeof handlerTable>;
  readonly #keys: ReadonlyMap<string, readonly string[]>;
  /** `table\0key` → digest of the row's last state; empty without `keepsRows`. */
  readonly rows = new Map<string, string>();
  readonly #keepsRows: boolean;

  constructor(
    modules: readonly CoreModule[],
    { state, keepsRows = true }: { state?: CoreState; keepsRows?: boolean } = {},
  ) {
    this.state = state ?? createState(modules);
    this.#handlers = handlerTable(this.state);
    this.#keys = new Map(modules.flatMap((module) => module.tables.map((spec) => [spec.table, spec.key] as const)));
    this.#keepsRows = keepsRows;
  }

  apply(entry: LogEntry): ReplayedEntry {
    const before = this.state.lastHash;
    const appliedCommand = applyCommand(this.state, this.#handlers, commandOf(entry));
    if (this.#keepsRows)
      for (const change of appliedCommand.rows) this.rows.set(this.rowId(change), rowDigest(change.row));
    const { command, lines, rows } = appliedCommand;
    const logged = entryText(command, entry);
    if (logged === appliedCommand.entry) return { lines, rows, difference: undefined };
    const again = JSON.parse(appliedCommand.entry) as LogEntry;
    if (!this.#isSameAnswer(entry, again)) {
      const difference = `logged ${entry.code} ${JSON.stringify(entry.result)}, replayed ${again.code} ${JSON.stringify(again.result)}`;
      return { lines, rows, difference };
    }
    // The chain goes over the answer as it was logged: jsonb has an order of keys of its own, so a
    // core that loaded its rows may have answered with the same fields in another order.
    this.state.lastHash = chainHash(before, logged);
    return { lines, rows, difference: undefined };
  }

  #isSameAnswer(logged: LogEntry, again: LogEntry): boolean {
    if (again.code !== logged.code) return false;
    const isOlder = rulesOf(this.state) < RULES_LOGGED && lacksNulls(logged.result, again.result);
    return isOlder || sameJson(again.result, logged.result);
  }

  rowId(change: RowChange): string {
    const columns = this.#keys.get(change.table) ?? [];
    return [change.table, ...columns.map((column) => String(change.row[column]))].join('\u0000');
  }
}

/** Versions of the rules are in the log from this one on. */
const RULES_LOGGED = 3;

/**
 * Whether an answer of before is today's without fields that nothing had then: they are null in
 * what an order of that time is today. From version 3 on answers are the same to the last field.
 */
function lacksNulls(logged: Json, today: Json): boolean {
  if (!isObject(logged) || !isObject(today)) return false;
  const fields = Object.entries(today).filter(([name, value]) => value !== null || Object.hasOwn(logged, name));
  return fields.length < Object.keys(today).length && sameJson(Object.fromEntries(fields), logged);
}

const isObject = (value: Json): value is { readonly [name: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Equal for equal rows, whatever the order of keys inside jsonb and the trailing zeros of a
 * decimal.
 */
export const rowDigest = (row: Row): string => hash('sha256', canonicalJson(row, plainScalar), 'base64');

const DECIMAL = /^-?\d+\.\d+$/;

/** Decimals without trailing zeros, and amounts as text. */
export function plainScalar(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  return typeof value === 'string' && DECIMAL.test(value) ? value.replace(/\.?0+$/, '') : value;
}
