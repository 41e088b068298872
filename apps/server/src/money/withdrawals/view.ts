import type { ResultOf } from '@glasshouse/api/calls';
import type { Language } from '@glasshouse/api/constants';
import { isNetworkName, networkSpec } from '@glasshouse/api/networks';
import { formatPrice } from '@glasshouse/rules/money';
import { isoTime } from '../../kernel/core/iso-time.ts';
import { maskedAccount } from '../funding/iban.ts';
import type { BankAccount } from '../funding/private-details.ts';
import { DAY_MS } from '../funding/steps.ts';
import { type LinesOf, type NextStep, timelineOf } from '../funding/timeline.ts';
import { priceOfTick } from '../funding/value.ts';
import { reasonText } from '../funding/words.ts';
import type { Withdrawal } from './rows.ts';

export type WithdrawalView = ResultOf<'getWithdrawal'>;
type StepName = WithdrawalView['timeline'][number]['step'];

export interface ViewContext {
  readonly language: Language;
  readonly lines: LinesOf;
  /** Bank accounts by digest. */
  readonly banks: ReadonlyMap<string, BankAccount>;
  /** Names of the address book by `asset/network/address`. */
  readonly labels: ReadonlyMap<string, string>;
}

export const labelKey = (entry: { asset: string; network: string | null; address: string | null }): string =>
  `${entry.asset}/${entry.network}/${entry.address}`;

/** A withdrawal as its owner sees it. */
export function withdrawalView(withdrawal: Withdrawal, context: ViewContext): WithdrawalView {
  const bank = withdrawal.details === null ? undefined : context.banks.get(withdrawal.details);
  return {
    id: withdrawal.id,
    method: withdrawal.method,
    symbol: withdrawal.asset,
    network: withdrawal.network as WithdrawalView['network'],
    state: withdrawal.state,
    amount: withdrawal.amount,
    fee: withdrawal.fee,
    received: withdrawal.received,
    valueUsdt: withdrawal.value_usdt,
    address: withdrawal.address ?? (bank === undefined ? null : maskedAccount(bank.accountNumber)),
    label: context.labels.get(labelKey(withdrawal)) ?? null,
    payout: payoutOf(withdrawal),
    txHash: withdrawal.tx_hash,
    canCancel: withdrawal.state === 'pending',
    reason: withdrawal.reason as WithdrawalView['reason'],
    reasonText: withdrawal.reason === null ? null : reasonText(context.language, withdrawal.reason, withdrawal.note),
    createdAt: isoTime(withdrawal.placed_at),
    timeline: timelineOf<StepName>(withdrawal.steps, context.lines, nextOf(withdrawal)),
  };
}

function payoutOf(row: Withdrawal): WithdrawalView['payout'] {
  const { method, currency, currency_amount, tick, spread, approved_at } = row;
  if (method !== 'bank' || currency === null || currency_amount === null || tick === null) return null;
  return {
    currency,
    amount: currency_amount,
    price: formatPrice(priceOfTick(tick)),
    spread,
    isEstimate: spread !== null && approved_at === null,
    code: tick.code,
    tick: tick.seq,
  };
}

/** What is still to come, and by when. */
function nextOf({ state, due_at, approved_at, sent_at, method, network }: Withdrawal): NextStep<StepName>[] {
  switch (state) {
    case 'pending':
      return [
        { step: 'reviewed', dueAt: due_at },
        { step: 'sent', dueAt: due_at === null ? null : due_at + DAY_MS },
      ];
    case 'approved':
      return [{ step: 'sent', dueAt: (approved_at ?? 0) + DAY_MS }];
    case 'sent': {
      if (method === 'bank') return [{ step: 'confirmed', dueAt: null }];
      const spec = network !== null && isNetworkName(network) ? networkSpec(network) : undefined;
      const wait = (spec?.confirmations ?? 0) * (spec?.blockSeconds ?? 0) * 1_000;
      return [{ step: 'confirmed', dueAt: sent_at === null ? null : sent_at + wait }];
    }
    default:
      return [];
  }
}
