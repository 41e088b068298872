import { PAGE_NUMBERS, type Stream } from '../secret.ts';

/** Pages kept per band: those that a search over some days returns to. Powers of two. */
const SLOTS = 64;
/** A page of the finest cells serves at once and is not needed again. */
const FINE_SLOTS = 4;
const FINE_TOP = 8;

/**
 * One drawn number for each cell of a dyadic grid. A page holds the cells of up to eight levels
 * below one cell of the highest level of its band, as a heap does: the cell itself at 1, its halves
 * at 2 and 3.
 */
export class CellNumbers {
  readonly #stream: Stream;
  readonly #bandOf = new Int8Array(32);
  readonly #topOf = new Int8Array(32);
  readonly #pages: (Uint16Array | undefined)[][] = [];
  readonly #ids: Int32Array[] = [];

  /** `tops`: the highest level of each band, descending; `lowest`: the last level of the last. */
  constructor(stream: Stream, tops: readonly number[], lowest: number) {
    this.#stream = stream;
    tops.forEach((top, band) => {
      for (let level = top; (tops[band + 1] ?? lowest - 1) < level; level -= 1) {
        if (top - level === 8) throw new RangeError('a band has eight levels at most');
        this.#bandOf[level] = band;
        this.#topOf[level] = top;
      }
      this.#pages.push([]);
      this.#ids.push(new Int32Array(top <= FINE_TOP ? FINE_SLOTS : SLOTS).fill(-1));
    });
  }

  at(level: number, cell: number): number {
    const band = this.#bandOf[level]!;
    const depth = this.#topOf[level]! - level;
    const size = 1 << depth;
    return this.#page(band, cell >> depth)[size + (cell & (size - 1))]!;
  }

  /** The whole page below one cell of the highest level of a band. */
  pageOf(band: number, page: number): Uint16Array {
    return this.#page(band, page);
  }

  #page(band: number, page: number): Uint16Array {
    const ids = this.#ids[band]!;
    const slot = page & (ids.length - 1);
    const pages = this.#pages[band]!;
    if (ids[slot] !== page) {
      pages[slot] = this.#stream.page(band, page);
      ids[slot] = page;
    }
    return pages[slot]!;
  }
}

/** Drawn numbers by their position, for those that are read in order. */
export class NumberRow {
  readonly #stream: Stream;
  #id = -1;
  #page: Uint16Array | undefined;

  constructor(stream: Stream) {
    this.#stream = stream;
  }

  at(position: number): number {
    const id = Math.floor(position / PAGE_NUMBERS);
    if (id !== this.#id) {
      this.#page = this.#stream.page(0, id);
      this.#id = id;
    }
    return this.#page![position - id * PAGE_NUMBERS]!;
  }
}
