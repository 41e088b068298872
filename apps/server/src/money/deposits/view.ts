import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { isNetworkName, networkSpec } from '@glasshouse/api/networks';
import { SHIPPED } from '../../figures/figures.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { heldView } from '../../kyc-levels/queries.ts';
import type { DepositHold } from '../../kyc-levels/rows.ts';
import { referenceOf } from '../funding/reference.ts';
import { HOUR_MS, type Step } from '../funding/steps.ts';
import { type LinesOf, type NextStep, timelineOf } from '../funding/timeline.ts';
import { reasonText } from '../funding/words.ts';
import type { Deposit } from './rows.ts';

export type DepositView = ResultOf<'getDeposit'>;
type StepName = DepositView['timeline'][number]['step'];
type NetworkOfView = NonNullable<DepositView['network']>;

/** A deposit as its owner sees it. */
export function depositView(
  deposit: Deposit,
  context: { readonly language: Language; readonly lines: LinesOf; readonly hold?: DepositHold | undefined },
): DepositView {
  const isBank = deposit.method === 'bank';
  return {
    id: deposit.id,
    method: deposit.method,
    symbol: deposit.asset,
    network: deposit.network as NetworkOfView | null,
    state: deposit.state,
    claimed: deposit.claimed,
    currency: deposit.currency,
    currencyAmount: deposit.currency_amount,
    amount: deposit.arrived ?? (isBank ? '0' : (deposit.claimed ?? '0')),
    credited: deposit.credited,
    valueUsdt: deposit.value_usdt,
    frozen: deposit.frozen,
    held: context.hold === undefined ? null : heldView(context.hold),
    owed: deposit.owed,
    address: deposit.address,
    // Of a bank transfer it is a digest, which says nothing to anybody.
    sender: isBank ? null : deposit.sender,
    txHash: deposit.tx_hash,
    confirmations: deposit.confirmations,
    confirmationsNeeded: deposit.needed,
    reference: isBank ? referenceOf(deposit.user_id) : null,
    hasProof: deposit.proof !== null,
    simulated: deposit.simulated,
    reason: deposit.reason as DepositView['reason'],
    reasonText: reasonText(context.language, deposit.reason, deposit.note),
    createdAt: isoTime(deposit.placed_at),
    timeline: timelineOf<StepName>(stepsWith(deposit, context.hold), context.lines, nextOf(deposit, context.hold)),
  };
}

/** Steps of a hold that the deposit itself does not have. */
const HOLD_STEPS: ReadonlySet<string> = new Set([
  'overLimit',
  'limitReleased',
  'returning',
  'returned',
  'returnCancelled',
]);

/**
 * All that happened, in order: the deposit's own steps and those of its hold. What was credited
 * above a limit did not reach the balance: its hold says so in the place of that step.
 */
export const stepsWith = ({ steps }: Pick<Deposit, 'steps'>, hold: DepositHold | undefined): readonly Step[] =>
  hold === undefined
    ? steps
    : [
        ...steps.filter(({ step }) => step !== 'credited'),
        ...hold.steps.filter(({ step }) => HOLD_STEPS.has(step)),
      ].toSorted((left, right) => left.seq - right.seq);

/** What is still to come, and by when. */
function nextOf(deposit: Deposit, hold: DepositHold | undefined): NextStep<StepName>[] {
  const { state, due_at, network } = deposit;
  switch (state) {
    case 'pending':
      return [
        { step: 'reviewed', dueAt: due_at },
        { step: 'credited', dueAt: due_at },
      ];
    case 'confirming': {
      const seconds = network !== null && isNetworkName(network) ? networkSpec(network).blockSeconds : 0;
      const missing = Math.max(0, (deposit.needed ?? 0) - (deposit.confirmations ?? 0));
      const since = deposit.steps.at(-1)?.at ?? deposit.placed_at;
      const confirmedAt = since + missing * seconds * 1_000;
      return [
        { step: 'confirmed', dueAt: confirmedAt },
        { step: 'credited', dueAt: confirmedAt + SHIPPED['deposits.reviewHours'] * HOUR_MS },
      ];
    }
    case 'reviewing':
      return [
        { step: 'reviewed', dueAt: due_at },
        { step: 'credited', dueAt: due_at },
      ];
    case 'approved':
      if (hold?.state === 'held') return [{ step: 'limitReleased', dueAt: null }];
      if (hold?.state === 'returning') return [{ step: 'returned', dueAt: null }];
      return deposit.frozen === '0' && deposit.owed === '0' ? [] : [{ step: 'released', dueAt: null }];
    case 'returning':
      return [{ step: 'returned', dueAt: due_at }];
    case 'returned':
    case 'rejected':
    case 'failed':
      return [];
  }
}
