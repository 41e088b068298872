import { failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { privateKey } from '../calls/query-keys.ts';
import { useMoneyCall } from '../calls/use-money-call.ts';
import type { AlertMarket } from './alert-form.tsx';
import { alertCondition } from './alert-words.tsx';

/**
 * Sets an alert where there is no form, such as at a price of the chart, or without a price of an
 * opening: a toast says what was set, or why not.
 */
export function useAddAlert(market: Pick<AlertMarket, 'code' | 'appName'>): (price?: string) => Promise<void> {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const book = useBook();
  const client = useQueryClient();
  const adding = useMoneyCall('addAlert');
  return async (price) => {
    const answer = await adding.submit({ code: market.code, ...(price !== undefined && { price }) });
    if (!answer.ok) {
      toasts.show({ title: failureText(translator, answer.failure), tone: 'warning' });
      return;
    }
    void client.invalidateQueries({ queryKey: privateKey('alerts', book) });
    toasts.show({
      title: t('alerts:added', { market: market.appName, condition: alertCondition(t, format, answer.result) }),
    });
  };
}
