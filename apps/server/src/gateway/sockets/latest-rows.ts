import type { BoardRow } from '../../core/bus.ts';
import type { SocketFrame } from './board.ts';

/** The newest row of each instrument; rows that take each other's place keep what only the older one tells. */
export class LatestRows {
  private readonly rows = new Map<string, BoardRow>();

  get size(): number {
    return this.rows.size;
  }

  merge(rows: readonly BoardRow[]): void {
    for (const row of rows) {
      const recent = row.recent ?? this.rows.get(row.code)?.recent;
      this.rows.set(row.code, recent === row.recent || recent === undefined ? row : { ...row, recent });
    }
  }

  clear(): void {
    this.rows.clear();
  }

  frame(of: { readonly seq: number; readonly at: number }, precisionOf: (code: string) => number): SocketFrame {
    const rows = [...this.rows.values()];
    return { seq: of.seq, at: of.at, rows, precisions: rows.map((row) => precisionOf(row.code)) };
  }
}
