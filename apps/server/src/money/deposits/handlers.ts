import { figureOf } from '../../figures/in-force.ts';
import { internalCommands } from '../../kernel/core/internal-commands.ts';
import type { Command, CommandInput, CoreModule, CoreState, Outcome, RowChange } from '../../kernel/core/types.ts';
import { realBookOnly } from '../funding/real-book-only.ts';
import type { PriceTick } from '../funding/value.ts';
import { type PublishBody, publish } from './addresses.ts';
import { type ClaimBody, type ClaimFacts, claim, gatherClaim, hashesOf } from './claim.ts';
import { judgeAgain } from './new-parameters.ts';
import { type ReopenBody, type ReturnedBody, reopenHandler, returnedHandler } from './returns.ts';
import {
  gatherReview,
  type ResolveBody,
  type ReviewBody,
  type ReviewFacts,
  resolveHandler,
  reviewHandler,
} from './review.ts';
import {
  ADDRESSES_TABLE,
  ALARMS_TABLE,
  DEPOSITS_TABLE,
  type Deposit,
  depositChange,
  FINDINGS_TABLE,
  HASHES_TABLE,
  hashChange,
} from './rows.ts';
import { DEPOSITS, type DepositRows, type DepositsSlice, depositsOf, emptySlice, reduce } from './slice.ts';
import {
  type ConfirmedBody,
  confirmed,
  gatherConfirmed,
  type SeenBody,
  seen,
  type VanishedBody,
  vanished,
} from './transfer.ts';

type SettleBody = { readonly deposits: readonly number[] };

export type DepositCommands = {
  readonly 'deposits.publish': { readonly body: PublishBody; readonly facts: null };
  readonly 'deposits.claim': { readonly body: ClaimBody; readonly facts: ClaimFacts };
  readonly 'deposits.seen': { readonly body: SeenBody; readonly facts: null };
  readonly 'deposits.confirmed': { readonly body: ConfirmedBody; readonly facts: PriceTick | null };
  readonly 'deposits.vanished': { readonly body: VanishedBody; readonly facts: null };
  readonly 'deposits.review': { readonly body: ReviewBody; readonly facts: ReviewFacts };
  readonly 'deposits.returned': { readonly body: ReturnedBody; readonly facts: null };
  readonly 'deposits.reopen': { readonly body: ReopenBody; readonly facts: null };
  readonly 'deposits.resolve': { readonly body: ResolveBody; readonly facts: null };
  readonly 'deposits.settle': { readonly body: SettleBody; readonly facts: null };
};

/** Closed long enough ago that no reorganisation reaches it, and nothing is held or owed for it. */
const settles = (deposit: Deposit | undefined, since: number): deposit is Deposit =>
  deposit !== undefined &&
  deposit.closed_at !== null &&
  deposit.closed_at <= since &&
  deposit.frozen === '0' &&
  deposit.owed === '0';

/** Deposits to which nothing can happen any more leave memory; their hashes stay. */
function settle(state: CoreState, command: Command<SettleBody>): Outcome {
  const slice = depositsOf(state);
  const rows: RowChange[] = [];
  const since = command.at - figureOf(state, 'deposits.settleMs');
  for (const id of command.body.deposits) {
    const deposit = slice.deposits.get(id);
    if (!settles(deposit, since)) throw new Error(`deposit ${id} is not over`);
    rows.push(depositChange({ ...deposit, settled: true }));
    if (deposit.state !== 'failed' || deposit.tx_hash === null) continue;
    // What never came may come after all, under the same hash.
    const own = hashesOf(state, deposit.network ?? '', deposit.tx_hash).filter((hash) => hash.deposit === id);
    rows.push(...own.map((hash) => hashChange({ ...hash, holds: false })));
  }
  return { ok: true, result: { deposits: command.body.deposits.length }, postings: [], rows, events: [] };
}

/** Deposits looked at per time event: ticks get their turn between the rounds. */
const SETTLED_PER_ROUND = 2_000;

/** O(log n) for each deposit that is over, nothing for the others. */
function onTime(state: CoreState, at: number): CommandInput[] {
  const slice = depositsOf(state);
  const due = new Set<number>();
  const since = at - figureOf(state, 'deposits.settleMs');
  for (let looked = 0; looked < SETTLED_PER_ROUND && slice.settling.peekKey() <= since; looked += 1) {
    const id = slice.settling.pop() as number;
    if (settles(slice.deposits.get(id), since)) due.add(id);
  }
  const bodyOf = (deposits: readonly number[]): SettleBody => ({ deposits });
  return internalCommands([...due], { type: 'deposits.settle', live: slice.deposits, bodyOf, suffix: `:${at}` });
}

/**
 * Money in. Its commands are of people, watchers and reviewers; none but the chain's names an
 * amount to credit.
 */
export const depositsModule: CoreModule<DepositCommands, DepositRows, DepositsSlice> = {
  name: DEPOSITS.name,
  initial: emptySlice,
  tables: [DEPOSITS_TABLE, HASHES_TABLE, ADDRESSES_TABLE, ALARMS_TABLE, FINDINGS_TABLE],
  reduce,
  handlers: realBookOnly({
    'deposits.publish': publish,
    'deposits.claim': claim,
    'deposits.seen': seen,
    'deposits.confirmed': confirmed,
    'deposits.vanished': vanished,
    'deposits.review': reviewHandler,
    'deposits.resolve': resolveHandler,
    'deposits.returned': returnedHandler,
    'deposits.reopen': reopenHandler,
    'deposits.settle': settle,
  }),
  gather: {
    'deposits.claim': gatherClaim,
    'deposits.confirmed': gatherConfirmed,
    'deposits.review': gatherReview,
  },
  internal: ['deposits.settle'],
  onTime,
  follows: judgeAgain,
};
