import { useTranslator } from '../../i18n/language.ts';
import { useFormat } from '../../shared/format.ts';
import { optionNet } from '../../shared/option-result.ts';
import type { ReceiptPicture } from './receipt-picture.ts';
import type { Order } from './verify-order.ts';

/** What a shared picture says of an option: the market, what decided it, what it gave. */
export function useOptionPicture(order: Order): ReceiptPicture {
  const { t, dir } = useTranslator();
  const format = useFormat();
  const { entry, exit, precision, asset } = order;
  const net = optionNet(order);
  const tick = (one: { price: string } | null): string => (one === null ? '–' : format.price(one.price, precision));
  return {
    title: `${order.name} ${order.direction === 'up' ? '↑' : '↓'}`,
    state: `${t(order.book === 'demo' ? 'common:book.demoAccount' : 'common:book.realAccount')}`,
    rows: [
      { name: t('trade:receipt.entryTick'), value: tick(entry) },
      { name: t('trade:receipt.exitTick'), value: tick(exit) },
      { name: t('trade:order.period'), value: format.duration(order.periodSeconds) },
      { name: t('trade:options.stake'), value: format.money(order.amount, asset) },
      { name: t('order:net'), value: net === undefined ? '–' : format.signedMoney(net, asset) },
    ],
    foot: `${window.location.host} · ${t('site:title.home')}`,
    dir,
  };
}
