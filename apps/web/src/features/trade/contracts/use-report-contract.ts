import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { ContractAnswer } from '@glasshouse/trade/orders';
import { useRefreshContracts } from '../../../parts/contracts/use-refresh-contracts.ts';
import { useOrderToast } from '../../../parts/ticket/use-order-toast.ts';

function placedText({ state, type }: ContractAnswer) {
  if (state !== 'waiting') return 'contracts:placed';
  if (type === 'market') return 'contracts:placedNext';
  return type === 'limit' ? 'contracts:placedLimit' : 'contracts:placedStop';
}

/**
 * Reports a contract that was just opened, or a limit order that waits, and refetches what it
 * changed.
 */
export function useReportContract(): (order: ContractAnswer) => void {
  const t = useT();
  const format = useFormat();
  const refresh = useRefreshContracts();
  const toast = useOrderToast('contracts');
  return (order) => {
    refresh(order);
    const at = order.openPrice ?? order.stopPrice ?? order.limitPrice;
    const values = { id: order.id, price: at === null ? '–' : format.price(at, order.precision) };
    toast(order, { title: t(placedText(order), values) });
  };
}
