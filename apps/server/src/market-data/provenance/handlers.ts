import { hash } from 'node:crypto';
import { code } from '@glasshouse/api/codes';
import { MINUTE_MS } from '@glasshouse/rules/tick-hash';
import { changeOf } from '../../kernel/core/effects.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Sequencer } from '../../kernel/core/sequencer.ts';
import type { Command, CoreModule, CoreState, Outcome } from '../../kernel/core/types.ts';
import type { Profile } from '../../platform/profile.ts';
import type { FeedInputs } from '../feeds/typed-inputs.ts';
import type { Watch } from '../tape/watches.ts';
import {
  emptySlice,
  PRICE_INPUTS_TABLE,
  PROVENANCE_MODULE,
  type PriceInputs,
  type ProvenanceRows,
  type ProvenanceSlice,
  profileProblem,
  provenanceOf,
  reduce,
  TAPE_STARTS_TABLE,
  type TapeStart,
} from './slice.ts';

export type OpenedBody = {
  readonly profile: Profile;
  readonly feeds: readonly FeedInputs[];
  /** Only at the first opening of a database of before: the server found it in the log. */
  readonly wasSandbox?: true;
};

/** From here on prices come from these feeds, and the real book is served by this profile. */
function opened(state: CoreState, { seq, at, body }: Command<OpenedBody>): Outcome {
  const { profile, feeds } = body;
  if (profileProblem(state, profile, body.wasSandbox) !== undefined) return refuse(code.realBookClosed, 'profile');
  const rows = [changeOf<PriceInputs>(PRICE_INPUTS_TABLE, { seq, at, profile, feeds })];
  return { ok: true, result: null, postings: [], rows, events: [] };
}

/** Charts of the bars that were open then are not judged by the tape: never those still to come. */
function watched(_state: CoreState, { seq, at, body: { closedTo, watchedFrom } }: Command<Watch>): Outcome {
  if (watchedFrom < closedTo || at + MINUTE_MS < watchedFrom) return refuse(code.outOfRange, 'watchedFrom');
  const rows = [changeOf<TapeStart>(TAPE_STARTS_TABLE, { seq, closed_to: closedTo, watched_from: watchedFrom })];
  return { ok: true, result: null, postings: [], rows, events: [] };
}

export type ProvenanceCommands = {
  readonly 'prices.opened': { readonly body: OpenedBody; readonly facts: null };
  readonly 'tape.watched': { readonly body: Watch; readonly facts: null };
};

export const provenanceModule: CoreModule<ProvenanceCommands, ProvenanceRows, ProvenanceSlice> = {
  name: PROVENANCE_MODULE.name,
  initial: emptySlice,
  tables: [PRICE_INPUTS_TABLE, TAPE_STARTS_TABLE],
  reduce,
  handlers: { 'prices.opened': opened, 'tape.watched': watched },
  gather: {},
  internal: ['prices.opened', 'tape.watched'],
};

/** The database gives fields back in another order. */
const textOf = ({ profile, feeds }: OpenedBody): string =>
  JSON.stringify([profile, feeds.map(({ name, types, sources, inputs }) => [name, types, sources, inputs])]);

/** Throws when this profile may not serve this database. */
export function mustMayServe(state: CoreState, profile: Profile, wasSandbox: boolean): void {
  const problem = profileProblem(state, profile, wasSandbox);
  if (problem !== undefined) throw new Error(problem);
}

/**
 * Throws where a test would steer prices of a database that had others, or where a database of
 * tests would get those of a market.
 */
export function mustMaySteer(state: CoreState, isTest: boolean): void {
  const { newest } = provenanceOf(state);
  const wasTest = newest?.feeds.some(({ name }) => name === 'scripted') ?? false;
  if (isTest === wasTest || state.sequence === 0) return;
  throw new Error(
    isTest
      ? 'PROFILE=test is refused: this database was not made by it. Start with an empty database.'
      : 'This database was made by PROFILE=test, whose prices are typed by tests. Nothing else may serve it.',
  );
}

/**
 * Says in the log where prices come from, whenever that changes; throws when this profile may not
 * serve this database.
 */
export async function openPrices(
  sequencer: Sequencer,
  { wasSandbox = false, ...opening }: Omit<OpenedBody, 'wasSandbox'> & { readonly wasSandbox?: boolean },
): Promise<void> {
  const { state } = sequencer;
  mustMayServe(state, opening.profile, wasSandbox);
  const { newest } = provenanceOf(state);
  const body: OpenedBody = newest === undefined && wasSandbox ? { ...opening, wasSandbox } : opening;
  const text = textOf(body);
  if (newest !== undefined && textOf(newest) === text) return;
  const id = `prices.opened:${newest?.seq ?? 0}:${hash('sha256', text).slice(0, 32)}`;
  const { code: answer } = await sequencer.submitInternal({ id, userId: 0, book: 'demo', type: 'prices.opened', body });
  if (answer !== 200) throw new Error(`where prices come from could not be logged: ${answer}`);
}

/** Says in the log which bars the tape did not watch; throws when it could not be said. */
export async function logWatch(sequencer: Sequencer, watch: Watch): Promise<void> {
  const id = `tape.watched:${watch.closedTo}:${watch.watchedFrom}`;
  const { code: answer } = await sequencer.submitInternal({
    id,
    userId: 0,
    book: 'demo',
    type: 'tape.watched',
    body: watch,
  });
  if (answer !== 200) throw new Error(`the start of the tape could not be logged: ${answer}`);
}
