import { toasts } from '@glasshouse/ui';
import type { Failure } from '../../../api/failure.ts';
import { useTranslator } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { failureText } from '../../../shared/failure.tsx';
import { useMoneyCall } from '../../../shared/use-money-call.ts';
import { useRefresh } from '../../../shared/use-refresh.ts';

/** Refetches everything that a change to a contract touches. */
export const useRefreshContracts = () => useRefresh('contractOrders', 'contractOrder', 'balances', 'statement');

/**
 * Changes made where there is no room for an error note, such as a line on the chart: a toast gives
 * the reason, and the result is false.
 */
export function useQuickChanges() {
  const translator = useTranslator();
  const refresh = useRefreshContracts();
  const stops = useMoneyCall('setStops');
  const cancelling = useMoneyCall('cancelOrder');
  const refuse = (failure: Failure): false => {
    toasts.show({ title: failureText(translator, failure), tone: 'warning' });
    return false;
  };
  return {
    setStops: async (body: Parameters<typeof stops.submit>[0]): Promise<boolean> => {
      const answer = await stops.submit(body);
      if (!answer.ok) return refuse(answer.failure);
      refresh(answer.result);
      toasts.show({ title: translator.t('contracts:stopsSaved') });
      return true;
    },
    cancel: async (order: ContractOrder): Promise<boolean> => {
      const answer = await cancelling.submit({ id: order.id });
      if (!answer.ok) return refuse(answer.failure);
      refresh(order);
      toasts.show({ title: translator.t('contracts:cancelled', { id: order.id }) });
      return true;
    },
    cancelling: cancelling.busy,
  };
}
