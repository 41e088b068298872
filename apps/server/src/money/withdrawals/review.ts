import { code } from '@glasshouse/api/codes';
import type { ReviewReason } from '@glasshouse/api/schemas/funding';
import { amountOf, formatAmount } from '@glasshouse/rules/money';
import { type Decision, operatorHandler } from '../../authority/action.ts';
import type { OperatorBody } from '../../authority/stamp.ts';
import { refuse } from '../../kernel/core/refusal.ts';
import type { Command, CoreState, Refusal } from '../../kernel/core/types.ts';
import { stepOf, withStep } from '../funding/steps.ts';
import { changed, decisionOf, inState } from './changes.ts';
import { type ConversionFacts, currencyAfterSpread } from './conversion.ts';
import { approversOf } from './duties.ts';
import { crossedLimits, watchesPayouts, weekMs } from './limits.ts';
import { alteredReview } from './payee-digest.ts';
import type { WithdrawalPorts } from './ports.ts';
import { barrierOf, payeeBarrier, released } from './request.ts';
import type { Withdrawal } from './rows.ts';
import { withdrawalsOf } from './slice.ts';

export type ReviewBody = OperatorBody<{
  readonly id: number;
  readonly decision: 'approve' | 'reject';
  readonly rejection: ReviewReason | null;
  readonly note: string | null;
  /** Digest of the payout as the server read it. */
  readonly shown?: string;
}>;
type Review = Command<ReviewBody, ConversionFacts>;

/**
 * Approves or rejects. What stops every withdrawal of the person stops the approval too. An
 * approved one can still be rejected until it is in a batch, from when on it may be on its way.
 */
function review(state: CoreState, command: Review, ports: WithdrawalPorts): Decision | Refusal {
  const { decision, rejection, note } = command.body;
  const found = inState(state, command, decision === 'approve' ? ['pending'] : ['pending', 'approved']);
  if ('ok' in found) return found;
  if (decision === 'reject') {
    // Whoever froze it out of a batch left it in a file that may be signed.
    if (found.batch !== null || found.file !== null) return refuse(code.orderAlreadyFinal, 'id');
    if (rejection === null) return refuse(code.fieldRequired, 'rejection');
    return decisionOf(found, released(found, command, { state: 'rejected', reason: rejection, note }));
  }
  const barrier = barrierOf(state, found.user_id, ports) ?? payeeBarrier(state, found, ports);
  const fault = barrier ?? alteredReview(state, found, command.body.shown);
  if (fault !== undefined) return fault;
  const payout = convertedPayout(found, command.facts);
  if ('ok' in payout) return payout;
  const isWatched = watchesPayouts(state);
  const after: Withdrawal = {
    ...found,
    ...payout,
    state: 'approved',
    note,
    due_at: null,
    approved_at: command.at,
    approvers: isWatched ? approversOf(command) : null,
    counts_until: isWatched ? command.at + weekMs : null,
    steps: withStep(found.steps, stepOf(command, 'approved')),
  };
  return decisionOf(found, changed(after));
}

/**
 * A bank transfer is converted when it is approved: an amount that was fixed at the request would
 * be a free option on the currency. Not at a price at which nobody could trade: it waits.
 */
function convertedPayout(
  { spread, received }: Withdrawal,
  facts: ConversionFacts,
): Pick<Withdrawal, 'tick' | 'currency_amount'> | Record<never, never> | Refusal {
  if (spread === null) return {};
  if (facts === null || facts.price !== 'fresh') return refuse(code.payoutPriceUnsettled, 'id');
  const amount = currencyAfterSpread(amountOf(received), facts.currency, spread);
  return { tick: facts.currency, currency_amount: formatAmount(amount) };
}

/** Above a limit of the parameters, alone or with what was approved before, or of unknown worth. */
function needsSecond(state: CoreState, { body, at }: Review): boolean {
  if (body.decision !== 'approve') return false;
  const found = withdrawalsOf(state).withdrawals.get(body.id);
  return found === undefined || 0 < crossedLimits(state, found, body.by, at).length;
}

export const reviewHandler = (ports: WithdrawalPorts) =>
  operatorHandler<ReviewBody, ConversionFacts>({
    permission: 'withdrawals.review',
    secondPerson: needsSecond,
    decide: (state, command) => review(state, command, ports),
  });
