import type { BodyOf } from '@glasshouse/api';
import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useTranslator } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { toasts } from '@glasshouse/ui';
import { useEffect, useRef } from 'react';
import { useMoneyCall } from '../../../parts/calls/use-money-call.ts';
import { useRefreshContracts } from '../../../parts/contracts/use-refresh-contracts.ts';
import { useUndoToast } from '../../../parts/ticket/use-undo-toast.ts';

type StopsBody = BodyOf<'setStops'>;
/** `before`: what the toast puts back. */
type SetStops = (body: StopsBody, before: StopsBody) => Promise<boolean>;

/**
 * Changes made where there is no room for an error note, such as a line on the chart: a toast gives
 * the reason, and the result is false.
 */
export function useQuickChanges() {
  const translator = useTranslator();
  const refresh = useRefreshContracts();
  const stops = useMoneyCall('setStops');
  const cancelling = useMoneyCall('cancelOrder');
  const undo = useUndoToast();
  const refuse = (failure: Failure): false => {
    toasts.show({ title: failureText(translator, failure), tone: 'warning' });
    return false;
  };
  const newest = useRef<SetStops>(async () => false);
  const setStops: SetStops = async (body, before) => {
    const answer = await stops.submit(body);
    if (!answer.ok) return refuse(answer.failure);
    refresh(answer.result);
    undo({ title: translator.t('contracts:stopsSaved'), onUndo: () => void newest.current(before, body) });
    return true;
  };
  useEffect(() => {
    newest.current = setStops;
  });
  return {
    setStops,
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
