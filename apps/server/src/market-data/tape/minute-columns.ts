import type { Tick } from '../../kernel/core/types.ts';

const FIELDS = ['seq', 'bid', 'ask', 'mid', 'at'] as const;
type Field = (typeof FIELDS)[number];

/**
 * The ticks of one minute in order of arrival, as columns: they move to another thread without
 * being copied.
 */
export interface MinuteTicks {
  readonly count: number;
  /** Position in the instrument list of the tape. */
  readonly instrument: Uint16Array<ArrayBuffer>;
  readonly columns: { readonly [field in Field]: Float64Array<ArrayBuffer> };
}

const INITIAL_TICKS = 1_024;
/** 16 bit positions; the tape refuses a longer catalogue at load. */
export const INSTRUMENTS_MAX = 65_535;

export class MinuteBuffer {
  #count = 0;
  #instrument = new Uint16Array(INITIAL_TICKS);
  #columns: { [field in Field]: Float64Array<ArrayBuffer> } = {
    seq: new Float64Array(INITIAL_TICKS),
    bid: new Float64Array(INITIAL_TICKS),
    ask: new Float64Array(INITIAL_TICKS),
    mid: new Float64Array(INITIAL_TICKS),
    at: new Float64Array(INITIAL_TICKS),
  };

  get count(): number {
    return this.#count;
  }

  push(instrument: number, tick: Tick): void {
    if (this.#count === this.#instrument.length) this.#grow();
    const index = this.#count;
    this.#instrument[index] = instrument;
    this.#columns.seq[index] = tick.seq;
    this.#columns.bid[index] = tick.bid;
    this.#columns.ask[index] = tick.ask;
    this.#columns.mid[index] = tick.mid;
    this.#columns.at[index] = tick.at;
    this.#count += 1;
  }

  #grow(): void {
    const instrument = new Uint16Array(this.#instrument.length * 2);
    instrument.set(this.#instrument);
    this.#instrument = instrument;
    for (const field of FIELDS) {
      const grown = new Float64Array(instrument.length);
      grown.set(this.#columns[field]);
      this.#columns[field] = grown;
    }
  }

  /** The columns themselves, not a copy: the buffer must not be used afterwards. */
  take(): MinuteTicks {
    return { count: this.#count, instrument: this.#instrument, columns: this.#columns };
  }
}

/** What `postMessage` may move. */
export const transferables = (ticks: MinuteTicks): ArrayBuffer[] => [
  ticks.instrument.buffer,
  ...FIELDS.map((field) => ticks.columns[field].buffer),
];
