import type { Decision } from '../../authority/action.ts';
import type { Effects, Json } from '../../kernel/core/types.ts';
import type { Deposit } from './rows.ts';

const shown = (deposit: Deposit) => ({
  state: deposit.state,
  arrived: deposit.arrived,
  credited: deposit.credited,
  frozen: deposit.frozen,
  owed: deposit.owed,
  txHash: deposit.tx_hash,
});

/** The record of what an operator did; `told`: what else whoever approves it must know. */
export const decisionOf = (
  before: Deposit,
  { after, ...effects }: Effects & { readonly after: Deposit },
  extra: { readonly [field: string]: Json } = {},
): Decision => ({
  ok: true,
  subject: `deposit ${before.id}`,
  before: shown(before),
  after: { ...shown(after), ...extra },
  ...effects,
});
