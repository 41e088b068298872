import { toasts } from '@glasshouse/ui';
import { useEffect } from 'react';
import { useLocation } from 'wouter';
import { needMessages, translator } from '../i18n/language.ts';
import { isOptionsEvent, type OptionsOrder, onUserEvent } from '../live/user.ts';
import { currentBook } from '../session/session.ts';

/** Says how an order ended, wherever the user is in the app; screen readers hear it as well. */
export function useSettlementToasts(): void {
  const [, navigate] = useLocation();
  useEffect(
    () =>
      onUserEvent({
        event: (kind, book, data) => {
          if (!isOptionsEvent(kind) || book !== currentBook()) return;
          const order = data as OptionsOrder;
          if (order.state !== 'settled' && order.state !== 'void') return;
          void announce(order, () => navigate(`/order/options/${order.id}`));
        },
        resync: () => undefined,
      }),
    [navigate],
  );
}

async function announce(order: OptionsOrder, open: () => void): Promise<void> {
  try {
    await needMessages(['trade']);
  } catch {
    // Without the words there is nothing to say; the orders list shows the result all the same.
    return;
  }
  const { t } = translator();
  const id = order.id;
  const words = {
    win: t('trade:options.won', { id, amount: `${order.paid ?? ''} ${order.asset}` }),
    lose: t('trade:options.lost', { id }),
    draw: t('trade:options.draw', { id }),
    void: t('trade:options.voided', { id }),
  };
  const outcome = order.state === 'void' ? 'void' : (order.outcome ?? 'void');
  toasts.show({
    title: words[outcome],
    tone: outcome === 'win' ? 'success' : 'info',
    action: { label: t('trade:options.viewOrder'), onPress: open },
  });
}
