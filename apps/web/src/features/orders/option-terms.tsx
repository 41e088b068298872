import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { netOfOutcome, optionNet } from '@glasshouse/trade/options/result';
import { Figure, type KeyValueRow } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import type { Order } from './verify-order.ts';

/** Everything that was agreed at the sale, and what came of it, to the last decimal. */
export function useOptionTerms(order: Order): readonly KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  const { receipt } = order;
  return [
    { id: 'stake', name: t('trade:options.stake'), value: <Money value={order.amount} asset={order.asset} /> },
    { id: 'fee', name: t('trade:options.fee'), value: <Money value={order.fee} asset={order.asset} /> },
    { id: 'period', name: t('trade:order.period'), value: format.duration(order.periodSeconds) },
    { id: 'rate', name: t('trade:order.payoutRate'), value: format.percent(order.payoutRate) },
    {
      id: 'profit',
      name: t('trade:options.profitIfRight'),
      value: <Money value={netOfOutcome(order, 'win')} asset={order.asset} />,
    },
    { id: 'terms', name: t('trade:order.termsVersion'), value: order.termsVersion },
    { id: 'placed', name: t('trade:orders.placed'), value: format.dateTime(order.placedAt) },
    {
      id: 'entry',
      name: t('trade:order.entry'),
      value:
        order.entry === null ? t('trade:state.waiting') : <Figure value={order.entry.price} places={order.precision} />,
    },
    {
      id: 'expires',
      name: t('trade:orders.expires'),
      value: order.expiresAt === null ? '–' : format.dateTime(order.expiresAt),
    },
    { id: 'exit', name: t('trade:order.exit'), value: <Figure value={order.exit?.price} places={order.precision} /> },
    { id: 'paid', name: t('trade:orders.paid'), value: <Money value={order.paid ?? undefined} asset={order.asset} /> },
    {
      id: 'net',
      name: t('order:net'),
      value: <Money value={optionNet(order)} asset={order.asset} coloured />,
      strong: true,
    },
    ...(receipt === null
      ? []
      : [
          { id: 'count', name: t('trade:order.ticksInWindow'), value: receipt.ticksInWindow },
          { id: 'gap', name: t('trade:order.gapLimit'), value: format.duration(receipt.gapLimitMs / 1000) },
        ]),
  ];
}
