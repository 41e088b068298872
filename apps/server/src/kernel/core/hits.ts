import { changeOf, notOwned } from './effects.ts';
import { commandFor, idsOf, type Naming } from './internal-commands.ts';
import { MinHeap } from './min-heap.ts';
import type { ChangeOf, Command, CommandInput, CoreModule, CoreState, Json, Outcome, TableSpec } from './types.ts';

/**
 * Orders that a tick has hit and that are not carried out yet. The tick is in `input`, so that the
 * price is the one that hit them, whatever comes later.
 */
export type HitTrigger = {
  readonly seq: number;
  readonly code: string;
  readonly input: Naming;
  /** How many of its orders are carried out, in their order. */
  readonly carried: number;
  readonly hit_at: number;
  /** The entry after which none was left. */
  readonly settled_by: number | null;
};

export const HITS_TABLE: TableSpec<HitTrigger> & { readonly table: 'hit_triggers' } = {
  table: 'hit_triggers',
  key: ['seq'],
  columns: {
    seq: 'bigint',
    code: 'text',
    input: 'jsonb',
    carried: 'integer',
    hit_at: 'timestamptz',
    settled_by: 'bigint',
  },
  born: 'by command',
  fixed: ['code', 'input', 'hit_at'],
  live: 'settled_by is null',
};

export type HitRows = { readonly hit_triggers: HitTrigger };

export interface HitsSlice {
  readonly rows: Map<number, HitTrigger>;
  /** Their sequences, the oldest first; those done are skipped. */
  readonly queue: MinHeap;
  /** Orders hit and not carried out: how often, as one may wait for two instruments. */
  readonly orders: Map<number, number>;
  /** Rows by instrument. */
  readonly codes: Map<string, number>;
}

const HITS = { name: 'hits' } as const;

/** Undefined for a core that is put together without it, which carries everything out at once. */
export const hitsOf = (state: CoreState): HitsSlice | undefined => state.slices.get(HITS.name) as HitsSlice | undefined;

/**
 * Whether a price has hit the order, so that its owner can do nothing about it any more: as if it
 * had been carried out with the first.
 */
export const isHit = (state: CoreState, id: number): boolean => hitsOf(state)?.orders.has(id) === true;

/** The oldest that is left; carried out before any other. */
export function oldestHit({ rows, queue }: HitsSlice): HitTrigger | undefined {
  while (0 < queue.size) {
    const row = rows.get(queue.peekKey());
    if (row !== undefined) return row;
    queue.pop();
  }
  return undefined;
}

/** Its next orders, at most so many. */
export function nextOf(row: HitTrigger, most: number): CommandInput {
  return commandFor(row.input, idsOf(row.input.body).slice(row.carried, row.carried + most));
}

type HitBody = Naming;
type CarriedBody = { readonly seq: number; readonly upTo: number };

const nothing = { ok: true, result: null, postings: [], rows: [], events: [] } as const;

const hit = (_state: CoreState, { seq, body, at }: Command<HitBody>): Outcome => ({
  ...nothing,
  rows: [changeOf(HITS_TABLE, { seq, code: body.code, input: body, carried: 0, hit_at: at, settled_by: null })],
});

function carried(state: CoreState, { seq, body }: Command<CarriedBody>): Outcome {
  const row = hitsOf(state)?.rows.get(body.seq);
  if (row === undefined) throw new Error(`nothing is left of ${body.seq}`);
  const count = idsOf(row.input.body).length;
  if (body.upTo <= row.carried || count < body.upTo) throw new Error(`${body.upTo} of ${count} after ${row.carried}`);
  const after = { ...row, carried: body.upTo, settled_by: body.upTo === count ? seq : null };
  return { ...nothing, rows: [changeOf(HITS_TABLE, after)] };
}

function count(orders: Map<number, number>, id: number, by: 1 | -1): void {
  const left = (orders.get(id) ?? 0) + by;
  if (0 < left) orders.set(id, left);
  else orders.delete(id);
}

function reduce(slice: HitsSlice, change: ChangeOf<HitRows>): void {
  if (change.table !== 'hit_triggers') notOwned(HITS.name, change.table);
  const { row } = change;
  const before = slice.rows.get(row.seq);
  const isDone = row.settled_by !== null;
  if (before === undefined && isDone) return;
  const ids = idsOf(row.input.body);
  if (before === undefined) {
    slice.queue.push(row.seq, row.seq);
    slice.codes.set(row.code, (slice.codes.get(row.code) ?? 0) + 1);
    for (const id of ids.slice(row.carried)) count(slice.orders, id, 1);
  } else for (const id of ids.slice(before.carried, row.carried)) count(slice.orders, id, -1);
  if (!isDone) {
    slice.rows.set(row.seq, row);
    return;
  }
  slice.rows.delete(row.seq);
  const left = (slice.codes.get(row.code) ?? 0) - 1;
  if (0 < left) slice.codes.set(row.code, left);
  else slice.codes.delete(row.code);
}

type Plain<Body extends Json> = { readonly body: Body; readonly facts: null };
type HitCommands = { readonly 'core.hit': Plain<HitBody>; readonly 'core.carried': Plain<CarriedBody> };

/** What ticks have hit and turns to come carry out. */
export const hitsModule: CoreModule<HitCommands, HitRows, HitsSlice> = {
  name: HITS.name,
  initial: () => ({ rows: new Map(), queue: new MinHeap(), orders: new Map(), codes: new Map() }),
  tables: [HITS_TABLE],
  reduce,
  handlers: { 'core.hit': hit, 'core.carried': carried },
  gather: {},
  internal: ['core.hit', 'core.carried'],
};
