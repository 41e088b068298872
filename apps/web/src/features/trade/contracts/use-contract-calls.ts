import { toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import type { Failure } from '../../../api/failure.ts';
import { useTranslator } from '../../../i18n/language.ts';
import type { ContractOrder } from '../../../live/user.ts';
import { failureText } from '../../../shared/failure.tsx';
import { privateKey } from '../../../shared/query-keys.ts';
import { useMoneyCall } from '../../../shared/use-money-call.ts';

/** Makes the lists fresh that a change of a contract touches; the socket does the same, and may be late. */
export function useRefreshContracts(): (order: Pick<ContractOrder, 'book'>) => void {
  const client = useQueryClient();
  return ({ book }) => {
    for (const name of ['contractOrders', 'contractOrder', 'balances', 'statement'] as const) {
      void client.invalidateQueries({ queryKey: privateKey(name, book) });
    }
  };
}

/** Changes that are made where there is no room for a note (a line on the chart): the reason is said, and false is answered. */
export function useQuickChanges() {
  const translator = useTranslator();
  const changed = useRefreshContracts();
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
      changed(answer.result);
      toasts.show({ title: translator.t('contracts:stopsSaved') });
      return true;
    },
    cancel: async (order: ContractOrder): Promise<boolean> => {
      const answer = await cancelling.submit({ id: order.id });
      if (!answer.ok) return refuse(answer.failure);
      changed(order);
      toasts.show({ title: translator.t('contracts:cancelled', { id: order.id }) });
      return true;
    },
    cancelling: cancelling.busy,
  };
}
