import type { PlainMarketRow, QuoteFigures, ShownFigures } from '@glasshouse/api/schemas/market-row';
import { quoteFigures, shownFigures } from '../../market-data/snapshot/snapshot-row.ts';
import type { SocketRow } from '../protocol/socket-frame.ts';

/**
 * How a client wants its rows: `plain` for any client, the others for `glasshouse.v1`, `narrow`
 * when it named codes.
 */
export type Dialect = 'plain' | 'broad' | 'narrow';

/**
 * The newest row of one instrument, and the number of the frame in which it last changed. Its JSON
 * is written once for all sockets, and only in the dialects that somebody asks for: most rows
 * change again before anybody wants them in all three.
 */
export class SnapshotLine {
  readonly code: string;
  readonly seq: number;
  readonly #shown: ShownFigures;
  readonly #quote: QuoteFigures | undefined;
  readonly #json: { [Name in Dialect]?: string } = {};

  constructor(code: string, seq: number, figures: { shown: ShownFigures; quote: QuoteFigures | undefined }) {
    this.code = code;
    this.seq = seq;
    this.#shown = figures.shown;
    this.#quote = figures.quote;
  }

  json(dialect: Dialect): string {
    let json = this.#json[dialect];
    if (json === undefined) {
      json = JSON.stringify(this.#row(dialect));
      this.#json[dialect] = json;
    }
    return json;
  }

  shows(figures: { shown: ShownFigures; quote: QuoteFigures | undefined }): boolean {
    return isSame(this.#shown, figures.shown) && isSame(this.#quote, figures.quote);
  }

  #row(dialect: Dialect): object {
    const { code } = this;
    const { price, zdf } = this.#shown;
    if (dialect === 'plain') return { code, price, zdf } satisfies PlainMarketRow;
    return dialect === 'narrow' ? { code, ...this.#shown, ...this.#quote } : { code, ...this.#shown };
  }
}

/**
 * The line after a row of frame `seq`; the old line when nothing that anybody sees is different.
 */
export function nextLine(old: SnapshotLine | undefined, row: SocketRow, seq: number): SnapshotLine {
  const { code, precision } = row;
  const figures = { shown: shownFigures(row, precision), quote: quoteFigures(row, precision) };
  return old?.shows(figures) === true ? old : new SnapshotLine(code, seq, figures);
}

/** Both hold the same fields, made by the same function. */
function isSame<Figures extends object>(left: Figures | undefined, right: Figures | undefined): boolean {
  if (left === undefined || right === undefined) return left === right;
  for (const name in left) if (left[name] !== right[name]) return false;
  return true;
}
