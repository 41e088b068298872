import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { optionOrderDerivations } from '@glasshouse/rules/derivations/orders';
import type { Term } from '@glasshouse/rules/derivations/terms';
import { netOfOutcome, optionNet } from '@glasshouse/trade/options/result';
import { Card, Countdown, Figure, KeyValue } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import { Money } from '../../parts/money/money.tsx';
import { LiveOutcome } from '../../parts/orders/live-outcome.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { type Booked, bookedLines } from './booked-lines.ts';
import styles from './order.module.css';
import { PriceNow } from './price-now.tsx';
import type { Order } from './verify-order.ts';

/** The terms at the sale, and the current or final result. */
export function OrderSummary({ order }: { order: Order }) {
  const t = useT();
  const format = useFormat();
  const derived =
    order.outcome === null || order.paid === null
      ? undefined
      : optionOrderDerivations({ ...order, outcome: order.outcome, paid: order.paid });
  return (
    <Card>
      {order.settledAt === null && (
        <div className={styles.head}>
          <span className={styles.headline}>
            <LiveOutcome order={order} />
          </span>
          <PriceNow code={order.code} />
        </div>
      )}
      {order.entry !== null && order.expiresAt !== null && order.state === 'open' && (
        <Countdown
          shape="bar"
          label={t('trade:orders.timeLeft')}
          startsAt={Date.parse(order.entry.at)}
          endsAt={Date.parse(order.expiresAt)}
          now={serverNow}
          className={styles.countdown ?? ''}
        />
      )}
      <KeyValue
        rows={[
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
              order.entry === null ? (
                t('trade:state.waiting')
              ) : (
                <Figure value={order.entry.price} places={order.precision} />
              ),
          },
          {
            id: 'expires',
            name: t('trade:orders.expires'),
            value: order.expiresAt === null ? '–' : format.dateTime(order.expiresAt),
          },
          {
            id: 'exit',
            name: t('trade:order.exit'),
            value: <Figure value={order.exit?.price} places={order.precision} />,
          },
          {
            id: 'paid',
            name: t('trade:orders.paid'),
            value: <Money value={order.paid ?? undefined} asset={order.asset} />,
          },
          {
            id: 'net',
            name: t('order:net'),
            value:
              derived === undefined ? (
                <Money value={optionNet(order)} asset={order.asset} coloured />
              ) : (
                <Derived
                  derivation={derived.net}
                  name={t('order:net')}
                  asset={order.asset}
                  coloured
                  sources={{ ledger: '#lines', lines: bookedLines(order.receipt?.lines ?? [], bookedOf(order)) }}
                />
              ),
            strong: true,
          },
        ]}
      />
      <div className={styles.actions}>
        <LinkButton href={marketHref({ code: order.code })}>{t('trade:order.back')}</LinkButton>
      </div>
    </Card>
  );
}

const bookedOf = (order: Order): Partial<Record<Term, Booked>> => ({
  stake: { amount: order.amount, reasons: ['options.stake'] },
  fee: { amount: order.fee, reasons: ['options.fee'] },
  ...(order.paid !== null && {
    paid: { amount: order.paid, reasons: ['options.stakeBack', 'options.win', 'options.draw', 'options.refund'] },
  }),
});
