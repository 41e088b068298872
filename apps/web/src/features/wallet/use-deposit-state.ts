import { useT } from '@glasshouse/app/language/language';
import { type Deposit, depositStatus } from './request-steps.ts';

/** What is said of a deposit: its confirmations while they are counted, else its state. */
export function useDepositState(deposit: Deposit): string {
  const t = useT();
  const { state, confirmations, confirmationsNeeded } = deposit;
  if (state !== 'confirming' || confirmations === null || confirmationsNeeded === null) {
    return t(depositStatus(deposit).text);
  }
  const count = Math.min(confirmations, confirmationsNeeded);
  return t('wallet:deposit.counted', { count, needed: confirmationsNeeded });
}
