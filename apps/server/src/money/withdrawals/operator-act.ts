import { code } from '@glasshouse/api/codes';
import type { Networks } from '../../chains/networks.ts';
import { canonicalTxHash, txHashProblem } from '../../chains/tx-hash.ts';
import type { CoreBus } from '../../kernel/core/bus.ts';
import type { CommandAnswer, Json } from '../../kernel/core/types.ts';
import { answerOf, type CallAnswer, refuse } from '../../platform/call.ts';
import type { OperatorContext } from '../../platform/operator-call.ts';
import { type WithdrawalRow, withdrawalRow } from './operator-queries.ts';
import { payeeDigest } from './payee-digest.ts';
import type { Reads } from './queries.ts';

export interface ActDeps extends Reads {
  readonly bus: CoreBus;
  readonly networks: Networks;
  readonly now: () => number;
  /** Unguessable and unique text. */
  readonly newId: () => string;
  /** Whether a payout on the network can be seen by a watcher now. */
  readonly watcherOf: (network: string) => 'well' | 'down' | 'none';
}

/** What it takes to compare payouts with the log. */
export type CompareDeps = Pick<ActDeps, 'pool' | 'details' | 'bus' | 'newId'>;
export type ActOutcome = { readonly state: 'done' | 'waiting'; readonly request: number | null };
export type Fields = { readonly [field: string]: Json };

/** A digest that no payout has: its bank details are gone, or are not those of the log. */
const UNREADABLE = 'unreadable';

/** Digests of the payouts as they are in the database now. */
export async function shownOf(reads: Reads, rows: readonly WithdrawalRow[]): Promise<readonly string[]> {
  const banks = await reads.details.read(rows.map(({ details }) => details));
  return rows.map((row) => (row.details !== null && !banks.has(row.details) ? UNREADABLE : payeeDigest(row)));
}

/** Tells the core what the database shows: an altered payout raises the alarm, or ends it. */
export async function comparePayouts(deps: CompareDeps, rows: readonly WithdrawalRow[]): Promise<void> {
  const shown = await shownOf(deps, rows);
  for (const [place, { id, user_id: userId }] of rows.entries()) {
    await deps.bus.submit({
      id: `withdrawals.compare:${id}:${deps.newId()}`,
      userId,
      book: 'real',
      type: 'withdrawals.compare',
      body: { id, shown: shown[place] as string },
    });
  }
}

/** Submits, and compares the payouts with the log where one of them is not what was approved. */
export async function submitCompared(
  deps: CompareDeps,
  rows: readonly WithdrawalRow[],
  submit: (shown: readonly string[]) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  // Mended since the alarm: it ends before the command is decided.
  const stopped = rows.filter(({ trouble }) => trouble === 'altered');
  if (0 < stopped.length) await comparePayouts(deps, stopped);
  const answer = await submit(await shownOf(deps, rows));
  if (answer.code === code.payoutAltered) await comparePayouts(deps, rows);
  return answer;
}

/** Sends a command about one withdrawal, in the name of the operator. */
export async function actOn(
  deps: ActDeps,
  context: OperatorContext,
  action: { readonly id: number; readonly type: string; readonly fields: Fields; readonly suffix?: string },
): Promise<CallAnswer<ActOutcome>> {
  const row = await withdrawalRow(deps.pool, action.id);
  if (row === undefined) return refuse(code.nothingFound, 'id');
  const answer = await submitCompared(deps, [row], ([shown = '']) =>
    deps.bus.submit({
      id: context.commandId + (action.suffix ?? ''),
      userId: row.user_id,
      book: 'real',
      type: action.type,
      body: { id: action.id, by: context.stamp(), ...(COMPARED.has(action.type) && { shown }), ...action.fields },
    }),
  );
  // The core keeps only those under way; ended ones are in the database.
  if (answer.code === code.nothingFound && row.closed_at !== null) return refuse(code.orderAlreadyFinal, 'id');
  return answerOf<ActOutcome>(answer);
}

/** Commands that carry what the database shows. */
const COMPARED: ReadonlySet<string> = new Set([
  'withdrawals.review',
  'withdrawals.sent',
  'withdrawals.failed',
  'withdrawals.confirm',
  'withdrawals.replace',
  'withdrawals.settle',
]);

/**
 * Decides over a request with what the database shows to the second person, who may see another
 * payout than the one who asked did. Requests about anything else carry nothing more.
 */
export async function decideCompared(
  deps: CompareDeps,
  { type, body }: { readonly type: string; readonly body: { readonly [field: string]: Json } },
  submit: (shown: Fields) => Promise<CommandAnswer>,
): Promise<CommandAnswer> {
  const row = COMPARED.has(type) ? await withdrawalRow(deps.pool, Number(body.id)) : undefined;
  return row === undefined ? submit({}) : submitCompared(deps, [row], ([shown = '']) => submit({ shown }));
}

/** The hash in the one spelling of its network; a bank's reference as it is. */
export function readHash({ networks }: ActDeps, network: string | null, text: string): string | undefined {
  const known = network === null ? undefined : networks.networkOf(network);
  const hash = text.trim();
  if (known === undefined) return hash;
  return txHashProblem(known, hash) === undefined ? canonicalTxHash(hash) : undefined;
}
