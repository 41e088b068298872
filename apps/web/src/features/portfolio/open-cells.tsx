import { useT } from '@glasshouse/app/language/language';
import { optionIfDerivation } from '@glasshouse/rules/derivations/orders';
import { netOfOutcome } from '@glasshouse/trade/options/result';
import { outcomeAt } from '@glasshouse/trade/options/standing';
import type { ContractOrder, OptionsOrder } from '@glasshouse/trade/orders';
import { Countdown, Figure } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import { useQuote } from '../../live/market.ts';
import { ContractSide, Lots } from '../../parts/contracts/contract-words.tsx';
import { LiveNet } from '../../parts/contracts/live-cells.tsx';
import { TrailText } from '../../parts/contracts/trail-text.tsx';
import { ActionMark } from '../../parts/market/action-mark.tsx';
import { LivePrice } from '../../parts/market/live-cells.tsx';
import { Money } from '../../parts/money/money.tsx';
import { Nothing } from '../../parts/money/table-money.tsx';
import { DirectionWord } from '../../parts/orders/order-words.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import styles from './portfolio.module.css';

/** What is open: a position, or an option that runs. */
export type OpenRow =
  | { readonly product: 'contracts'; readonly order: ContractOrder }
  | { readonly product: 'options'; readonly order: OptionsOrder };

/** Direction and size in one line. */
export function SideOf({ row }: { row: OpenRow }) {
  if (row.product === 'options') {
    return (
      <>
        <DirectionWord direction={row.order.direction} />
        <span className={styles.remark}>
          <Money value={row.order.amount} asset={row.order.asset} />
        </span>
      </>
    );
  }
  const { order } = row;
  return (
    <>
      <ContractSide side={order.side} />
      <span className={styles.remark}>
        <Lots value={order.openLots} /> · <bdi dir="ltr">{order.leverage}×</bdi>
      </span>
      {order.closedAt === null && <ActionMark code={order.code} />}
    </>
  );
}

/** The price that it opened at, and the one of now. */
export function EntryNow({ row }: { row: OpenRow }) {
  const t = useT();
  const { order } = row;
  const entry = row.product === 'contracts' ? row.order.openPrice : (row.order.entry?.price ?? null);
  return (
    <span className={styles.entry} dir="ltr">
      {entry === null ? (
        <span className={styles.muted}>{t('trade:state.waiting')}</span>
      ) : (
        <Figure value={entry} places={order.precision} className={styles.muted} />
      )}
      <span className={styles.muted}>→</span>
      <LivePrice code={order.code} />
    </span>
  );
}

/** What it would come to if it closed now, after all costs. */
export const NetOf = ({ row }: { row: OpenRow }) =>
  row.product === 'contracts' ? <LiveNet order={row.order} alone /> : <OptionNet order={row.order} />;

function OptionNet({ order }: { order: OptionsOrder }) {
  const t = useT();
  const price = useQuote(order.code, (quote) => quote.price);
  if (order.entry === null || price === undefined) return <Nothing />;
  const outcome = outcomeAt(order.direction, price, order.entry.price);
  return (
    <Derived
      derivation={optionIfDerivation(order, outcome)}
      value={netOfOutcome(order, outcome)}
      name={t('order:ifClosedNow')}
      places={2}
      coloured
      sources={{ order: `/order/options/${order.id}` }}
    />
  );
}

/** Where it closes by itself: stop and target of a position, the end of an option. */
export function EndOf({ row }: { row: OpenRow }) {
  const t = useT();
  if (row.product === 'options') {
    const { entry, expiresAt } = row.order;
    if (entry === null || expiresAt === null) return <Nothing />;
    return (
      <span className={styles.ends}>
        {t('portfolio:open.endsIn')}{' '}
        <Countdown
          label={t('trade:orders.timeLeft')}
          startsAt={Date.parse(entry.at)}
          endsAt={Date.parse(expiresAt)}
          now={serverNow}
        />
      </span>
    );
  }
  const { stopLoss, takeProfit, targets, trailing, precision } = row.order;
  const target = targets?.[0]?.price ?? takeProfit;
  const more = (targets?.length ?? 1) - 1;
  return (
    <span className={styles.muted}>
      {trailing !== undefined && stopLoss === null ? (
        <TrailText trailing={trailing} precision={precision} />
      ) : (
        <Figure value={stopLoss ?? undefined} places={precision} />
      )}
      {' · '}
      <Figure value={target ?? undefined} places={precision} />
      {0 < more && <bdi dir="ltr"> +{more}</bdi>}
    </span>
  );
}
