import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { compareTicks, type HashedTick, MINUTE_MS } from '@glasshouse/rules/tick-hash';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { MinuteTicks } from './minute-columns.ts';

/**
 * First byte of an unpacked block. Blocks live for ever: a new layout takes the next number and
 * this one stays readable.
 */
const BLOCK_LAYOUT = 1;
export const TICKS_PER_MINUTE_MAX = 4_000_000;
/** A block of four million ticks unpacks to far less. */
const BLOCK_BYTES_MAX = 256 * 1024 * 1024;

/** Code and precision by position, as the tape knows its instruments. */
export interface BlockInstruments {
  readonly codes: readonly string[];
  readonly precisions: readonly number[];
}

/** The ticks of a minute in the order of its leaves: by code, then by sequence. */
export function orderedTicks(ticks: MinuteTicks, instruments: BlockInstruments): HashedTick[] {
  const ordered: HashedTick[] = [];
  for (let index = 0; index < ticks.count; index += 1) {
    const position = ticks.instrument[index]!;
    ordered.push({
      code: instruments.codes[position]!,
      precision: instruments.precisions[position]!,
      seq: ticks.columns.seq[index]!,
      bid: ticks.columns.bid[index]!,
      ask: ticks.columns.ask[index]!,
      mid: ticks.columns.mid[index]!,
      at: ticks.columns.at[index]!,
    });
  }
  return ordered.sort(compareTicks);
}

/**
 * Packs ticks in leaf order. Per code: name, precision, count, first sequence, then differences.
 */
export function packMinute(minuteAt: number, ticks: readonly HashedTick[]): Buffer {
  const writer = new ByteWriter();
  writer.byte(BLOCK_LAYOUT);
  writer.varint(minuteAt);
  let start = 0;
  while (start < ticks.length) {
    const first = ticks[start]!;
    let end = start + 1;
    while (end < ticks.length && ticks[end]!.code === first.code) end += 1;
    writer.varint(end - start);
    writer.ascii(first.code);
    writer.byte(first.precision);
    writer.varint(first.seq);
    let mid = 0;
    let at = minuteAt;
    for (let index = start; index < end; index += 1) {
      const tick = ticks[index]!;
      if (tick.seq !== first.seq + index - start) throw new RangeError(`${tick.code} misses a tick before ${tick.seq}`);
      writer.varint(tick.at - at);
      writer.signed(tick.mid - mid);
      writer.varint(tick.mid - tick.bid);
      writer.varint(tick.ask - tick.mid);
      mid = tick.mid;
      at = tick.at;
    }
    if (minuteAt + MINUTE_MS <= at) throw new RangeError(`${first.code} has a tick after its minute`);
    start = end;
  }
  writer.varint(0);
  return zstdCompressSync(writer.finish());
}

/** The ticks of a stored minute in leaf order. Throws when the block is damaged. */
export function unpackMinute(block: Buffer): { readonly minuteAt: number; readonly ticks: HashedTick[] } {
  const reader = new ByteReader(zstdDecompressSync(block, { maxOutputLength: BLOCK_BYTES_MAX }));
  const layout = reader.byte();
  if (layout !== BLOCK_LAYOUT) throw new RangeError(`block layout ${layout} is not known`);
  const minuteAt = reader.varint();
  const ticks: HashedTick[] = [];
  for (let count = reader.varint(); 0 < count; count = reader.varint()) {
    if (TICKS_PER_MINUTE_MAX < ticks.length + count) throw new RangeError('too many ticks in a minute');
    const code = reader.ascii();
    const precision = reader.byte();
    const firstSeq = reader.varint();
    let mid = 0;
    let at = minuteAt;
    for (let index = 0; index < count; index += 1) {
      at += reader.varint();
      mid += reader.signed();
      const bid = mid - reader.varint();
      const ask = mid + reader.varint();
      ticks.push({ code, precision, seq: firstSeq + index, bid, ask, mid, at });
    }
  }
  reader.end();
  return { minuteAt, ticks };
}
