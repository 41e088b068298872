import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { spotOrderDerivations } from '@glasshouse/rules/derivations/orders';
import { Figure, type KeyValueRow } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { refusedAtTrigger } from './refused-at-trigger.ts';
import { spotSources } from './spot-sources.ts';
import { spotTypeName } from './spot-type-name.ts';
import type { SpotEvidence } from './verify-order.ts';

/** What was ordered, and its result, to the last decimal. */
export function useSpotTerms(evidence: SpotEvidence): readonly KeyValueRow[] {
  const t = useT();
  const translator = useTranslator();
  const { order, proof } = evidence;
  const refused = refusedAtTrigger(proof?.entries ?? [], order.id);
  const format = useFormat();
  const price = (value: string | null) => <Figure value={value ?? undefined} places={order.precision} />;
  const buys = order.side === 'buy';
  const derived = spotOrderDerivations(order);
  const sources = spotSources(evidence);
  const rows: (KeyValueRow | false)[] = [
    { id: 'type', name: t('order:type'), value: spotTypeName(t, order.type) },
    { id: 'force', name: t('order:timeInForce'), value: t(`order:force.${order.timeInForce}`) },
    order.stopPrice != null && { id: 'stop', name: t('order:stopPrice'), value: price(order.stopPrice) },
    order.stopLimitPrice != null && {
      id: 'stopLimit',
      name: t('order:stopLimitPrice'),
      value: price(order.stopLimitPrice),
    },
    order.trailingDistance != null && {
      id: 'trailing',
      name: t('order:trailing'),
      value: price(order.trailingDistance),
    },
    order.trailingRate != null && {
      id: 'trailing',
      name: t('order:trailing'),
      value: format.percent(order.trailingRate, { max: 6 }),
    },
    order.peak != null && { id: 'peak', name: t('order:peakTick'), value: price(order.peak.price) },
    order.triggerTick != null && {
      id: 'trigger',
      name: t('order:triggerTick'),
      value: price(order.triggerTick.price),
    },
    order.triggeredAt != null && {
      id: 'triggeredAt',
      name: t('order:triggeredAt'),
      value: format.dateTime(order.triggeredAt),
    },
    order.entryTick != null && { id: 'entry', name: t('order:entryTick'), value: price(order.entryTick.price) },
    order.enteredAt != null && {
      id: 'enteredAt',
      name: t('order:enteredAt'),
      value: format.dateTime(order.enteredAt),
    },
    order.worstPrice != null && { id: 'worst', name: t('order:worstPrice'), value: price(order.worstPrice) },
    order.price !== null && { id: 'price', name: t('order:limitPrice'), value: price(order.price) },
    order.quantity !== null && {
      id: 'quantity',
      name: t('order:quantity'),
      value: <Money value={order.quantity} asset={order.base} />,
    },
    order.amount !== null && {
      id: 'amount',
      name: t('order:spend'),
      value: <Money value={order.amount} asset={order.quote} />,
    },
    { id: 'filled', name: t('order:filled'), value: <Money value={order.filledQuantity} asset={order.base} /> },
    {
      id: 'average',
      name: t('order:averagePrice'),
      value:
        derived.average === undefined ? (
          price(order.averagePrice)
        ) : (
          <Derived
            derivation={derived.average}
            name={t('order:averagePrice')}
            places={order.precision}
            sources={sources}
          />
        ),
    },
    {
      id: 'filledAmount',
      name: t('order:filledValue'),
      value: <Money value={order.filledAmount} asset={order.quote} />,
    },
    { id: 'fee', name: t('common:word.fee'), value: <Money value={order.fee} asset={order.feeAsset} /> },
    {
      id: 'net',
      name: t(buys ? 'order:paid' : 'order:received'),
      value: (
        <Derived
          derivation={derived.net}
          name={t(buys ? 'order:paid' : 'order:received')}
          asset={order.quote}
          sources={sources}
        />
      ),
      strong: true,
    },
    { id: 'held', name: t('order:held'), value: <Money value={order.held} asset={buys ? order.quote : order.base} /> },
    { id: 'placed', name: t('trade:orders.placed'), value: format.dateTime(order.placedAt) },
    order.doneAt !== null && { id: 'done', name: t('order:doneAt'), value: format.dateTime(order.doneAt) },
    refused !== undefined && { id: 'refused', name: t('order:endedBecause'), value: translator.error(refused) },
  ];
  return rows.filter((row) => row !== false);
}
