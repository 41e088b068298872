import { zstdCompressSync, zstdDecompressSync } from 'node:zlib';
import { HASH_BYTES } from '@glasshouse/rules/merkle';
import { compareTicks, type HashedTick, MINUTE_MS } from '@glasshouse/rules/tick-hash';
import { ByteReader, ByteWriter } from './bytes.ts';
import type { MinuteTicks } from './minute-columns.ts';

/**
 * First byte of an unpacked block with every tick of its minute. Layouts stay readable for ever: a
 * new one takes the next number.
 */
const BLOCK_LAYOUT = 1;
/**
 * First byte of a block that holds only some ticks of its minute, before the packed part: the
 * database tells it from a whole one, which begins as zstd does (28).
 */
const THINNED_LAYOUT = 2;
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
  writeTicks(writer, minuteAt, ticks);
  return zstdCompressSync(writer.finish());
}

function writeTicks(writer: ByteWriter, minuteAt: number, ticks: readonly HashedTick[]): void {
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
}

/** Consecutive ticks of a minute, from a place among its leaves on. */
export interface TickRange {
  readonly index: number;
  readonly ticks: readonly HashedTick[];
}

/** What a thinned minute holds: ranges in order, and the hashes that lead from them to its root. */
export interface ThinnedParts {
  readonly ranges: readonly TickRange[];
  /** In the order of `PartialTree.from`; none if there is no range. */
  readonly siblings: readonly Uint8Array[];
}

export function packThinned(minuteAt: number, { ranges, siblings }: ThinnedParts): Buffer {
  const writer = new ByteWriter();
  writer.varint(minuteAt);
  writer.varint(ranges.length);
  for (const { index, ticks } of ranges) {
    writer.varint(index);
    writeTicks(writer, minuteAt, ticks);
  }
  writer.varint(siblings.length);
  for (const sibling of siblings) writer.bytes(sibling);
  return Buffer.concat([Buffer.of(THINNED_LAYOUT), zstdCompressSync(writer.finish())]);
}

export interface UnpackedMinute {
  readonly minuteAt: number;
  /** In leaf order. */
  readonly ticks: readonly HashedTick[];
  /** Undefined: these are all ticks of the minute. */
  readonly thinned: ThinnedParts | undefined;
}

/** The ticks that a stored minute has, in leaf order. Throws when the block is damaged. */
export function unpackMinute(block: Buffer): UnpackedMinute {
  if (block[0] === THINNED_LAYOUT) return unpackThinned(unpacked(block.subarray(1)));
  const reader = unpacked(block);
  const layout = reader.byte();
  if (layout !== BLOCK_LAYOUT) throw new RangeError(`block layout ${layout} is not known`);
  const minuteAt = reader.varint();
  const ticks = readTicks(reader, minuteAt);
  reader.end();
  return { minuteAt, ticks, thinned: undefined };
}

const unpacked = (bytes: Buffer): ByteReader =>
  new ByteReader(zstdDecompressSync(bytes, { maxOutputLength: BLOCK_BYTES_MAX }));

function unpackThinned(reader: ByteReader): UnpackedMinute {
  const minuteAt = reader.varint();
  const ranges: TickRange[] = [];
  const rangeCount = reader.varint();
  if (TICKS_PER_MINUTE_MAX < rangeCount) throw new RangeError('too many ranges in a minute');
  for (let number = 0; number < rangeCount; number += 1)
    ranges.push({ index: reader.varint(), ticks: readTicks(reader, minuteAt) });
  const siblings: Buffer[] = [];
  const siblingCount = reader.varint();
  if (TICKS_PER_MINUTE_MAX < siblingCount) throw new RangeError('too many hashes in a minute');
  for (let number = 0; number < siblingCount; number += 1) siblings.push(reader.bytes(HASH_BYTES));
  reader.end();
  return { minuteAt, ticks: ranges.flatMap(({ ticks }) => ticks), thinned: { ranges, siblings } };
}

function readTicks(reader: ByteReader, minuteAt: number): HashedTick[] {
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
  return ticks;
}
