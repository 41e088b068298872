import { changePercent, priceNumber } from '../../market-data/instruments/price-figures.ts';
import type { SocketRow } from '../protocol/socket-frame.ts';

/** How a client wants its rows: `plain` for any client, the others for `glasshouse.v1`, `narrow` when it named codes. */
export type Dialect = 'plain' | 'broad' | 'narrow';

/** What anybody sees of an instrument. A price may come from the candles of before: then there is no tick behind it, and nobody has quoted. */
interface Shown {
  readonly price: number | null;
  readonly zdf: number | null;
  readonly open: boolean;
  readonly stale: boolean;
  readonly quote:
    | { readonly bid: number; readonly ask: number; readonly tick: number; readonly at: number }
    | undefined;
}

/**
 * The newest row of one instrument, and the number of the board at which it last changed. Its JSON is written once for all
 * sockets, and only in the dialects that somebody asks for: most rows change again before anybody wants them in all three.
 */
export class BoardLine {
  readonly code: string;
  readonly seq: number;
  readonly #shown: Shown;
  readonly #json: { [Name in Dialect]?: string } = {};

  constructor(code: string, seq: number, shown: Shown) {
    this.code = code;
    this.seq = seq;
    this.#shown = shown;
  }

  json(dialect: Dialect): string {
    let json = this.#json[dialect];
    if (json === undefined) {
      const { code } = this;
      const { price, zdf, open, stale, quote } = this.#shown;
      const row = dialect === 'plain' ? { code, price, zdf } : { code, price, zdf, open, stale };
      json = JSON.stringify(dialect === 'narrow' ? { ...row, ...quote } : row);
      this.#json[dialect] = json;
    }
    return json;
  }

  shows({ price, zdf, open, stale, quote }: Shown): boolean {
    const mine = this.#shown;
    return (
      mine.price === price &&
      mine.zdf === zdf &&
      mine.open === open &&
      mine.stale === stale &&
      mine.quote?.bid === quote?.bid &&
      mine.quote?.ask === quote?.ask &&
      mine.quote?.tick === quote?.tick &&
      mine.quote?.at === quote?.at
    );
  }
}

/** The line after a row at number `seq`; the old line when nothing that anybody sees is different. */
export function nextLine(old: BoardLine | undefined, row: SocketRow, seq: number): BoardLine {
  const { code, open, stale, precision } = row;
  // Points are above 0; a row with 0 has no price yet.
  const hasPrice = 0 < row.mid;
  const price = hasPrice ? priceNumber(row.mid, precision) : null;
  const zdf = hasPrice ? changePercent(row.mid, row.reference24) : null;
  const bid = priceNumber(row.bid, precision);
  const ask = priceNumber(row.ask, precision);
  const quote = 0 < row.seq ? { bid, ask, tick: row.seq, at: row.at } : undefined;
  const shown = { price, zdf, open, stale, quote };
  return old?.shows(shown) === true ? old : new BoardLine(code, seq, shown);
}
