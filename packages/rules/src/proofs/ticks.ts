import { rootFromRun } from '../merkle.ts';
import { formatPoints } from '../money.ts';
import { fromHex, signatureHolds, type TickReceipt, toHex, verifyReceipt } from '../receipt.ts';
import { type HashedTick, minuteBytes, minuteOf, tickHash } from '../tick-hash.ts';
import { countOf, isoOf, isRecord, isSame, type Json, listOf, recordOf, textOf } from './document.ts';
import type { Findings } from './findings.ts';

/** A tick as the log carries it: without the precision. */
export type LoggedTick = Omit<HashedTick, 'precision'>;

/** Consecutive ticks of one instrument in one minute, as a receipt carries them. */
export interface Run {
  readonly code: string;
  readonly precision: number;
  readonly minute: number;
  readonly tickCount: number;
  readonly index: number;
  readonly firstSeq: number;
  readonly ticks: readonly (readonly [bid: number, mid: number, ask: number, at: number])[];
  readonly left: readonly string[];
  readonly right: readonly string[];
  readonly root: string;
  readonly previousRootHash: string;
  readonly signature: string;
  readonly publicKey: string;
}

/** The ticks of a document that are proved to be on a signed tape, by code and number. */
export class ProvenTicks {
  readonly keys = new Set<string>();
  readonly #ticks = new Map<string, HashedTick>();
  readonly #places = new Map<string, { readonly minute: number; readonly index: number }>();
  readonly #listed = new Set<string>();
  readonly #used = new Set<string>();
  readonly #found: Findings;

  constructor(found: Findings) {
    this.#found = found;
  }

  /** Reads `[{tick, receipt}]`; what does not prove itself is a fault. */
  readList(list: unknown): void {
    for (const item of listOf(list, 'the list of ticks')) {
      const { tick, receipt, ...more } = recordOf(item, 'a tick');
      this.#found.expect('ticks', Object.keys(more).length === 0, 'a tick says more than its price and its proof');
      this.readOne(recordOf(tick, 'a tick'), receipt);
    }
  }

  /** A receipt with what is shown beside it; a bare one shows nothing. */
  readOne(tick: unknown, receipt: unknown): void {
    const found = this.#found;
    const shown = isRecord(tick) ? tick : isRecord(receipt) ? recordOf(receipt.tick, 'a tick') : {};
    const name = `${String(shown.code)} ${String(shown.seq)}`;
    found.expect('ticks', !this.#listed.has(name), `tick ${name} is listed twice`);
    this.#listed.add(name);
    if (receipt === null) {
      found.lack('unsigned', `the minute of tick ${name} is not signed yet`);
      return;
    }
    const verdict = verifyReceipt(receipt);
    if (!found.expect('ticks', verdict.ok, `tick ${name}: ${verdict.ok ? '' : verdict.fault}`)) return;
    const known = receipt as TickReceipt;
    const same = tick === undefined || isSame(shown, shownTick(known.tick));
    found.expect('ticks', same, `tick ${name} is shown otherwise than it was signed`);
    const isPlain =
      isSame(Object.keys(known).sort(), RECEIPT_KEYS) && isSame(Object.keys(known.tick).sort(), TICK_KEYS);
    found.expect('ticks', isPlain, `tick ${name} says more`);
    this.keys.add(known.publicKey);
    this.#add(known.tick, { minute: known.minute, index: known.index });
  }

  readRuns(list: unknown): void {
    for (const item of listOf(list, 'the list of runs')) {
      const run = recordOf(item, 'a run') as unknown as Run;
      const ticks = ticksOf(run);
      const first = `${run.code} ${run.firstSeq}`;
      const isPlain = isSame(Object.keys(run).sort(), RUN_KEYS);
      this.#found.expect('ticks', isPlain, `the run from tick ${first} says more`);
      if (!this.#found.expect('ticks', isRunSigned(run, ticks), `the run from tick ${first} is not signed`)) continue;
      this.keys.add(run.publicKey);
      for (const [offset, tick] of ticks.entries()) this.#add(tick, { minute: run.minute, index: run.index + offset });
    }
  }

  #add(tick: HashedTick, place: { minute: number; index: number }): void {
    const key = keyOf(tick.code, tick.seq);
    const known = this.#ticks.get(key);
    const same = known === undefined || isSame(known, tick);
    this.#found.expect('ticks', same, `tick ${tick.code} ${tick.seq} has two prices`);
    this.#ticks.set(key, tick);
    this.#places.set(key, place);
  }

  get(code: string, seq: number): HashedTick | undefined {
    this.#used.add(`${code} ${seq}`);
    return this.#ticks.get(keyOf(code, seq));
  }

  /** Whether the document lists the tick, proved or not yet. */
  isListed(code: string, seq: number): boolean {
    return this.#listed.has(`${code} ${seq}`);
  }

  /**
   * Two ticks that must follow each other: consecutive numbers and leaves, times that never fall.
   */
  follow(before: HashedTick, after: HashedTick): boolean {
    const place = this.#places.get(keyOf(before.code, before.seq));
    const nextPlace = this.#places.get(keyOf(after.code, after.seq));
    const adjacent = place?.minute !== nextPlace?.minute || place === undefined || nextPlace?.index === place.index + 1;
    return this.#found.expect(
      'window',
      before.code === after.code && after.seq === before.seq + 1 && before.at <= after.at && adjacent,
      `tick ${after.seq} does not follow tick ${before.seq}`,
    );
  }

  /** Whether a tick that the log names is the one on the tape. */
  expectLogged(tick: LoggedTick, precision: number, what: string): HashedTick | undefined {
    const proved = this.get(tick.code, tick.seq);
    if (proved === undefined) {
      const listed = this.isListed(tick.code, tick.seq);
      if (!listed) this.#found.expect('ticks', false, `${what}, tick ${tick.seq} of ${tick.code}, is not in the file`);
      return undefined;
    }
    this.#found.expect(
      'ticks',
      isSame(proved, { ...tickFields(tick), precision }),
      `${what} differs from tick ${tick.seq}`,
    );
    return proved;
  }

  /** A listed tick that nothing refers to could be anything. */
  expectAllUsed(): void {
    for (const name of this.#listed)
      this.#found.expect('ticks', this.#used.has(name), `tick ${name} belongs to nothing`);
  }
}

const keyOf = (code: string, seq: number): string => `${code}/${seq}`;

const RECEIPT_KEYS = [
  'index',
  'minute',
  'path',
  'previousRootHash',
  'publicKey',
  'root',
  'signature',
  'tick',
  'tickCount',
  'version',
];

const TICK_KEYS = ['ask', 'at', 'bid', 'code', 'mid', 'precision', 'seq'];
const RUN_KEYS = [
  'code',
  'firstSeq',
  'index',
  'left',
  'minute',
  'precision',
  'previousRootHash',
  'publicKey',
  'right',
  'root',
  'signature',
  'tickCount',
  'ticks',
];

const tickFields = ({ code, seq, bid, ask, mid, at }: LoggedTick): LoggedTick => ({ code, seq, bid, ask, mid, at });

/** A tick as calls show it. */
const shownTick = ({ code, seq, bid, ask, mid, precision, at }: HashedTick): Json => ({
  code,
  seq,
  bid: formatPoints(bid, precision),
  ask: formatPoints(ask, precision),
  mid: formatPoints(mid, precision),
  at: isoOf(at),
});

/** A tick as orders repeat it. */
export const orderTick = (tick: LoggedTick, precision: number): Json => ({
  seq: tick.seq,
  price: formatPoints(tick.mid, precision),
  bid: formatPoints(tick.bid, precision),
  ask: formatPoints(tick.ask, precision),
  at: isoOf(tick.at),
});

/** A tick in a log entry. */
export function loggedTick(value: unknown, what: string): LoggedTick {
  const tick = recordOf(value, what);
  return {
    code: textOf(tick.code, what),
    seq: countOf(tick.seq, what),
    bid: countOf(tick.bid, what),
    ask: countOf(tick.ask, what),
    mid: countOf(tick.mid, what),
    at: countOf(tick.at, what),
  };
}

function ticksOf(run: Run): HashedTick[] {
  return listOf(run.ticks, 'the ticks of a run').map((item, offset) => {
    const [bid, mid, ask, at] = listOf(item, 'a tick of a run');
    return {
      code: textOf(run.code, 'the code of a run'),
      seq: countOf(run.firstSeq, 'the number of a run') + offset,
      bid: countOf(bid, 'a price'),
      ask: countOf(ask, 'a price'),
      mid: countOf(mid, 'a price'),
      precision: countOf(run.precision, 'a precision'),
      at: countOf(at, 'a time'),
    };
  });
}

/** The ticks of a run that is under the signed root of its minute; undefined unless it is. */
export function provenRun(run: Run, trusted?: readonly string[]): readonly HashedTick[] | undefined {
  if (trusted !== undefined && !trusted.includes(run.publicKey)) return undefined;
  const ticks = ticksOf(run);
  return isRunSigned(run, ticks) ? ticks : undefined;
}

function isRunSigned(run: Run, ticks: readonly HashedTick[]): boolean {
  const bytes = (texts: unknown): (Uint8Array | undefined)[] =>
    listOf(texts, 'the path of a run').map((text) => fromHex(text, 32));
  const left = bytes(run.left);
  const right = bytes(run.right);
  const root = fromHex(run.root, 32);
  const previousHash = fromHex(run.previousRootHash, 32);
  const signature = fromHex(run.signature, 64);
  const key = fromHex(run.publicKey, 32);
  if (![...left, ...right, root, previousHash, signature, key].every((part) => part !== undefined)) return false;
  if (!ticks.every((tick) => minuteOf(tick.at) === run.minute)) return false;
  try {
    const leaves = ticks.map((tick) => tickHash(tick));
    const path = { left: left as Uint8Array[], right: right as Uint8Array[] };
    const reached = rootFromRun(leaves, { index: run.index, size: run.tickCount }, path);
    if (reached === undefined || toHex(reached) !== run.root) return false;
    const header = { at: run.minute, tickCount: run.tickCount, root: root!, previousHash: previousHash! };
    return signatureHolds(signature!, minuteBytes(header), key!);
  } catch {
    return false;
  }
}

/** The keys of every tick receipt in a value, however old the file. */
export function receiptsIn(value: unknown, depth = 0): { tick: unknown; receipt: unknown }[] {
  if (12 < depth || typeof value !== 'object' || value === null) return [];
  if (Array.isArray(value)) return value.flatMap((item) => receiptsIn(item, depth + 1));
  const record = value as Json;
  if ('path' in record && 'signature' in record) return [{ tick: undefined, receipt: record }];
  const isProof = isRecord(record.tick) && (record.receipt === null || isRecord(record.receipt));
  if (isProof) return [{ tick: record.tick, receipt: record.receipt }];
  return Object.values(record).flatMap((inner) => receiptsIn(inner, depth + 1));
}
