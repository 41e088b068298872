import { houseAccount } from '../../kernel/core/accounts.ts';
import { sliceOf } from '../../kernel/core/state.ts';
import type { ChangeOf, CoreState, TableSpec } from '../../kernel/core/types.ts';
import type { Client } from '../../platform/postgres.ts';
import { type Profile, takesRealMoney } from '../../platform/profile.ts';
import type { FeedInputs } from '../feeds/typed-inputs.ts';

export const PROVENANCE_MODULE = { name: 'provenance' } as const;

/** A row of `price_inputs`: in force until the next one. */
export type PriceInputs = {
  readonly seq: number;
  readonly at: number;
  readonly profile: Profile;
  readonly feeds: readonly FeedInputs[];
};

/** A row of `tape_starts`: bars that the tape did not watch from their beginning. */
export type TapeStart = { readonly seq: number; readonly closed_to: number; readonly watched_from: number };

export type ProvenanceRows = { readonly price_inputs: PriceInputs; readonly tape_starts: TapeStart };

export const PRICE_INPUTS_TABLE = {
  table: 'price_inputs',
  key: ['seq'],
  born: 'by command',
  columns: { seq: 'bigint', at: 'timestamptz', profile: 'text', feeds: 'jsonb' },
  // One for each change of settings.
  live: 'true',
} as const satisfies TableSpec<PriceInputs>;

export const TAPE_STARTS_TABLE = {
  table: 'tape_starts',
  key: ['seq'],
  born: 'appended',
  columns: { seq: 'bigint', closed_to: 'bigint', watched_from: 'bigint' },
  live: 'false',
} as const satisfies TableSpec<TapeStart>;

export interface ProvenanceSlice {
  newest: PriceInputs | undefined;
  /** What the real book was first opened for; undefined while it never was. */
  realBook: 'play' | 'money' | undefined;
}

export const emptySlice = (): ProvenanceSlice => ({ newest: undefined, realBook: undefined });

export function reduce(slice: ProvenanceSlice, change: ChangeOf<ProvenanceRows>): void {
  if (change.table === 'tape_starts') return;
  const { row } = change;
  if (slice.newest === undefined || slice.newest.seq < row.seq) slice.newest = row;
  slice.realBook ??= openedFor(row.profile);
}

const openedFor = (profile: Profile): ProvenanceSlice['realBook'] =>
  takesRealMoney(profile) ? 'money' : profile === 'sandbox' ? 'play' : undefined;

export const provenanceOf = (state: CoreState): ProvenanceSlice => sliceOf<ProvenanceSlice>(state, PROVENANCE_MODULE);

/** What tells what the real book of a database holds. */
interface RealBookSigns {
  readonly hasPlayMoney: boolean;
  readonly hasOutsideMoney: boolean;
  readonly openedFor: ProvenanceSlice['realBook'];
}

/**
 * Why a profile may not serve this database; undefined when it may. Databases from before this was
 * kept tell by their ledger: play money on the real book, or money that came from outside. The
 * first sandboxes filled their real book from outside, by a command of the server itself: the
 * server finds it in the log and says so (`wasSandbox`).
 */
export function profileProblem(state: CoreState, profile: Profile, wasSandbox = false): string | undefined {
  const has = (kind: 'playMoney' | 'external'): boolean => state.accounts.has(houseAccount('real', 'USDT', kind));
  return profileProblemBy(profile, {
    hasPlayMoney: has('playMoney') || wasSandbox,
    hasOutsideMoney: has('external'),
    openedFor: provenanceOf(state).realBook,
  });
}

function profileProblemBy(profile: Profile, signs: RealBookSigns): string | undefined {
  const purpose = openedFor(profile);
  if (purpose === undefined) return undefined;
  const held = signs.hasPlayMoney ? 'play' : (signs.openedFor ?? (signs.hasOutsideMoney ? 'money' : purpose));
  if (held === purpose) return undefined;
  return held === 'play'
    ? `PROFILE=${profile} is refused: this database was a sandbox, and its real book holds money that nobody paid in. Start with an empty database.`
    : `PROFILE=${profile} is refused: this database took real money. A sandbox needs a database of its own.`;
}

/** The server of a sandbox filled a pool of the real book. No person can choose this id. */
const FIRST_FUNDS = 'house.fund:real:options:opening';

const SIGNS = `
  select exists (select from accounts where owner = 0 and book = 'real' and asset = 'USDT' and kind = 'playMoney')
           or exists (select from command_ids where command_id = '${FIRST_FUNDS}') as play,
         exists (select from accounts where owner = 0 and book = 'real' and asset = 'USDT' and kind = 'external') as outside,
         array(select profile from price_inputs order by seq) as profiles`;

/** The same of a database that nobody serves yet: asked before an upgrade of it is kept. */
export async function databaseProfileProblem(db: Pick<Client, 'query'>, profile: Profile): Promise<string | undefined> {
  const { rows } = await db.query<{ play: boolean; outside: boolean; profiles: Profile[] }>(SIGNS);
  const { play = false, outside = false, profiles = [] } = rows[0] ?? {};
  const first = profiles.map(openedFor).find((kind) => kind !== undefined);
  return profileProblemBy(profile, { hasPlayMoney: play, hasOutsideMoney: outside, openedFor: first });
}

/** Whether the log holds the funds by which the first sandboxes filled their real book. */
export async function wasFirstSandbox(db: Pick<Client, 'query'>): Promise<boolean> {
  const { rows } = await db.query('select from command_ids where command_id = $1', [FIRST_FUNDS]);
  return 0 < rows.length;
}
