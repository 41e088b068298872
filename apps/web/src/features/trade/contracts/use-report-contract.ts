import { toasts } from '@glasshouse/ui';
import { useLocation } from 'wouter';
import { useT } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { useFormat } from '../../../shared/format.ts';
import { useRefreshContracts } from './use-contract-calls.ts';

/** Says what became of an order that was placed, with the way to its page, and refreshes what it changed. */
export function useReportContract(): (order: ContractOrder) => void {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const changed = useRefreshContracts();
  return (order) => {
    changed(order);
    const at = order.openPrice ?? order.limitPrice;
    const words = { id: order.id, price: at === null ? '–' : format.price(at, order.precision) };
    toasts.show({
      title: t(order.state === 'waiting' ? 'contracts:placedLimit' : 'contracts:placed', words),
      action: { label: t('trade:options.viewOrder'), onPress: () => navigate(`/order/contracts/${order.id}`) },
    });
  };
}
