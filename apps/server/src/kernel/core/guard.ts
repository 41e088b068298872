import { changeOf, notOwned } from './effects.ts';
import type { ChangeOf, Command, CoreModule, CoreState, Json, MarketView, Outcome, TableSpec } from './types.ts';

/** Something that was due and could not be done, or that the database refused to store. */
export type HeldTrigger = {
  /** The id of the command; for what has no order of its own, the type and its instrument. */
  readonly id: string;
  /** The instrument that is closed until somebody has looked; empty for none. */
  readonly code: string;
  /** The command as fired, with the tick of that moment; null when finding what is due failed. */
  readonly input: Json;
  readonly reason: string;
  readonly held_at: number;
  readonly done_at: number | null;
  readonly reopened_at: number | null;
};

export const HELD_TABLE: TableSpec<HeldTrigger> & { readonly table: 'held_triggers' } = {
  table: 'held_triggers',
  key: ['id'],
  columns: {
    id: 'text',
    code: 'text',
    input: 'jsonb',
    reason: 'text',
    held_at: 'timestamptz',
    done_at: 'timestamptz',
    reopened_at: 'timestamptz',
  },
  live: 'done_at is null or reopened_at is null',
};

export type GuardRows = { readonly held_triggers: HeldTrigger };

export interface GuardSlice {
  /** By id: those not done, and those that nobody has looked at. */
  readonly held: Map<string, HeldTrigger>;
}

const GUARD = { name: 'guard' } as const;

const EMPTY: GuardSlice = { held: new Map() };

/** Empty for a core that is put together without it. */
export const guardOf = (state: CoreState): GuardSlice =>
  (state.slices.get(GUARD.name) as GuardSlice | undefined) ?? EMPTY;

/** Whether trading on the instrument waits for an operator. */
export function isClosed(state: CoreState, code: string): boolean {
  for (const row of guardOf(state).held.values()) if (row.code === code && row.reopened_at === null) return true;
  return false;
}

/** An instrument that waits for an operator is closed to whoever asks for facts. */
export function guarded(market: MarketView, state: CoreState, isBehind?: (code: string) => boolean): MarketView {
  if (guardOf(state).held.size === 0 && isBehind === undefined) return market;
  return {
    ...(isBehind === undefined ? {} : { isBehind }),
    lastTick: (code) => market.lastTick(code),
    sessionEndsAt: (code, at) => (isClosed(state, code) ? undefined : market.sessionEndsAt(code, at)),
    lastGapEndedAt: (code, limitMs) => market.lastGapEndedAt(code, limitMs),
    heldBy: (code, at) => market.heldBy(code, at),
    lateMs: (code) => market.lateMs?.(code) ?? 0,
    doubtedPrice: (code) => market.doubtedPrice?.(code),
  };
}

type HoldBody = Pick<HeldTrigger, 'id' | 'code' | 'input' | 'reason'>;
type DoneBody = { readonly id: string };

const nothing = { ok: true, result: null, postings: [], rows: [], events: [] } as const;

const hold = (_state: CoreState, { body, at }: Command<HoldBody>): Outcome => ({
  ...nothing,
  rows: [changeOf(HELD_TABLE, { ...body, held_at: at, done_at: null, reopened_at: null })],
});

function done(state: CoreState, { body, at }: Command<DoneBody>): Outcome {
  const row = guardOf(state).held.get(body.id);
  return row === undefined ? nothing : { ...nothing, rows: [changeOf(HELD_TABLE, { ...row, done_at: at })] };
}

/** Somebody has looked: rows as they are afterwards. What has no input is tried again by itself. */
export const reopened = (state: CoreState, code: string, at: number): HeldTrigger[] =>
  [...guardOf(state).held.values()]
    .filter((row) => row.code === code && row.reopened_at === null)
    .map((row) => ({ ...row, reopened_at: at, done_at: row.input === null ? at : row.done_at }));

function reduce(slice: GuardSlice, change: ChangeOf<GuardRows>): void {
  if (change.table !== 'held_triggers') notOwned(GUARD.name, change.table);
  const { row } = change;
  if (row.done_at === null || row.reopened_at === null) slice.held.set(row.id, row);
  else slice.held.delete(row.id);
}

type Plain<Body extends Json> = { readonly body: Body; readonly facts: null };
type GuardCommands = {
  readonly 'core.hold': Plain<HoldBody>;
  readonly 'core.done': Plain<DoneBody>;
  /** A command that the database refused to store: who sent which type, and a digest of its id. */
  readonly 'core.refused': Plain<Json>;
};

/** What the core could not do, and which instruments are closed for it. */
export const guardModule: CoreModule<GuardCommands, GuardRows, GuardSlice> = {
  name: GUARD.name,
  initial: () => ({ held: new Map() }),
  tables: [HELD_TABLE],
  reduce,
  handlers: { 'core.hold': hold, 'core.done': done, 'core.refused': () => nothing },
  gather: {},
  internal: ['core.hold', 'core.done', 'core.refused'],
};
