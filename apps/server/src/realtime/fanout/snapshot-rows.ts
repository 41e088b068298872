import type { SnapshotRow } from '@glasshouse/api/schemas/market-row';
import { packFrame, type SocketFrame } from '../protocol/socket-frame.ts';

/** The newest row of each instrument. */
export class SnapshotRows {
  readonly #rows = new Map<string, SnapshotRow>();

  get size(): number {
    return this.#rows.size;
  }

  merge(rows: readonly SnapshotRow[]): void {
    for (const row of rows) this.#rows.set(row.code, row);
  }

  clear(): void {
    this.#rows.clear();
  }

  frame(head: { readonly seq: number; readonly at: number }, precisionOf: (code: string) => number): SocketFrame {
    return packFrame(head, this.#rows.values(), precisionOf);
  }
}
