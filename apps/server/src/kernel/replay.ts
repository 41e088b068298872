import { hash } from 'node:crypto';
import { applyCommand, handlerTable } from './apply.ts';
import { commandOf, type LogEntry } from './log-entry.ts';
import { createState, type PostedLine } from './state.ts';
import type { CoreModule, CoreState, RowChange } from './types.ts';

export interface ReplayedEntry {
  readonly lines: readonly PostedLine[];
  /** What the replay would have logged, where that differs from what was. */
  readonly difference: string | undefined;
}

/** Runs a command log again from empty. Keeps every account and a digest of the last state of every row. */
export class Replay {
  readonly state: CoreState;
  readonly #handlers: ReturnType<typeof handlerTable>;
  readonly #keys: ReadonlyMap<string, readonly string[]>;
  /** `table\0key` → digest of the row. */
  readonly rows = new Map<string, string>();

  constructor(modules: readonly CoreModule[]) {
    this.state = createState(modules);
    this.#handlers = handlerTable(this.state);
    this.#keys = new Map(modules.flatMap((module) => module.tables.map((spec) => [spec.table, spec.key] as const)));
  }

  apply(entry: LogEntry): ReplayedEntry {
    const one = applyCommand(this.state, this.#handlers, commandOf(entry));
    for (const change of one.rows) this.rows.set(this.rowId(change), rowDigest(change.row));
    const { code } = one.answer;
    const again = JSON.parse(one.entry) as LogEntry;
    const same = code === entry.code && JSON.stringify(again.result) === JSON.stringify(entry.result);
    const difference = same
      ? undefined
      : `logged ${entry.code} ${JSON.stringify(entry.result)}, replayed ${code} ${JSON.stringify(again.result)}`;
    return { lines: one.lines, difference };
  }

  rowId(change: RowChange): string {
    const columns = this.#keys.get(change.table) ?? [];
    return [change.table, ...columns.map((column) => String(change.row[column]))].join('\u0000');
  }
}

/** Equal for equal rows, whatever the order of keys inside jsonb and the zeros at the end of a decimal. */
export const rowDigest = (row: RowChange['row']): string => hash('sha256', JSON.stringify(normal(row)), 'base64');

const DECIMAL = /^-?\d+\.\d+$/;

function normal(value: unknown): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value === 'string') return DECIMAL.test(value) ? value.replace(/\.?0+$/, '') : value;
  if (Array.isArray(value)) return value.map(normal);
  if (value === null || typeof value !== 'object') return value;
  return Object.entries(value)
    .sort(([left], [right]) => (left < right ? -1 : 1))
    .map(([key, inner]) => [key, normal(inner)]);
}
