import { createFormatter } from '@glasshouse/i18n/format';
import { type Language, languageInfo } from '@glasshouse/i18n/languages';
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

/** `BTC/USDT` keeps its order inside a right-to-left sentence. */
const isolated = (name: string, language: Language): string =>
  languageInfo(language).dir === 'rtl' ? `\u2068${name}\u2069` : name;

async function announce(order: OptionsOrder, open: () => void): Promise<void> {
  try {
    await needMessages(['trade']);
  } catch {
    // Without the words there is nothing to say; the orders list shows the result all the same.
    return;
  }
  const { t, language } = translator();
  const outcome = order.state === 'void' ? 'void' : (order.outcome ?? 'void');
  // What came back, or, when nothing did, what was staked.
  const moved = outcome === 'lose' ? order.amount : (order.paid ?? order.amount);
  const what = {
    market: isolated(order.name, language),
    direction: t(order.direction === 'up' ? 'trade:options.wentUp' : 'trade:options.wentDown'),
    amount: createFormatter(language).money(moved, order.asset),
  };
  const words = {
    win: t('trade:options.won', what),
    lose: t('trade:options.lost', what),
    draw: t('trade:options.draw', what),
    void: t('trade:options.voided', what),
  };
  toasts.show({
    title: words[outcome],
    tone: outcome === 'win' ? 'success' : 'info',
    action: { label: t('trade:options.viewOrder'), onPress: open },
  });
}
