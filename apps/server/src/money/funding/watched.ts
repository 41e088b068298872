import { changeOf, notOwned } from '../../kernel/core/effects.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type {
  ChangeOf,
  Command,
  CommandInput,
  CoreModule,
  CoreState,
  Outcome,
  TableSpec,
} from '../../kernel/core/types.ts';

/** `well`: a watcher reads the chain; `ill`: it should, and cannot; `none`: nobody watches. */
export type WatcherState = 'well' | 'ill' | 'none';

/** A row of `watched_networks`. */
export type WatchedNetwork = {
  readonly network: string;
  readonly state: WatcherState;
  readonly since: number;
  readonly told_by: number;
};

const WATCHED_TABLE = {
  table: 'watched_networks',
  key: ['network'],
  columns: { network: 'text', state: 'text', since: 'timestamptz', told_by: 'bigint' },
  live: 'true',
} as const satisfies TableSpec<WatchedNetwork>;

export type WatchedRows = { readonly watched_networks: WatchedNetwork };
export type WatchedSlice = Map<string, WatchedNetwork>;
export type WatchedBody = { readonly network: string; readonly state: WatcherState };
type WatchedCommands = { readonly 'funding.watched': { readonly body: WatchedBody; readonly facts: null } };

const WATCHED = { name: 'watched' } as const;

/** How the watcher of a network is; `none` as well while the log says nothing of it. */
export const watcherOf = (state: CoreState, network: string): WatcherState =>
  state.slices.has(WATCHED.name) ? (sliceOf<WatchedSlice>(state, WATCHED).get(network)?.state ?? 'none') : 'none';

/** Told by the server when it changes. Told again, it changes nothing. */
function tell(state: CoreState, { seq, at, body }: Command<WatchedBody>): Outcome {
  const done = { ok: true, result: { state: body.state }, postings: [], events: [] } as const;
  if (watcherOf(state, body.network) === body.state) return { ...done, rows: [] };
  const row: WatchedNetwork = { network: body.network, state: body.state, since: at, told_by: seq };
  return { ...done, rows: [changeOf(WATCHED_TABLE, row)] };
}

function reduce(slice: WatchedSlice, change: ChangeOf<WatchedRows>): void {
  if (change.table !== 'watched_networks') notOwned(WATCHED.name, change.table);
  slice.set(change.row.network, change.row);
}

/** Which networks are watched, and whether their watchers are well: the core decides by it. */
export const watchedModule: CoreModule<WatchedCommands, WatchedRows, WatchedSlice> = {
  name: WATCHED.name,
  initial: () => new Map(),
  tables: [WATCHED_TABLE],
  reduce,
  handlers: { 'funding.watched': tell },
  gather: {},
};

/** How a watcher is now. `id`: text that nobody has had before, because states come back. */
export const watchedCommand = (id: string, body: WatchedBody): CommandInput<WatchedBody> => ({
  id: `funding.watched:${body.network}:${id}`,
  userId: 0,
  book: 'real',
  type: 'funding.watched',
  body,
});
