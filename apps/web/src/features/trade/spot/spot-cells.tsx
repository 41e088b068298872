import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { SpotOrder } from '@glasshouse/trade/orders';
import { filledPercent } from '@glasshouse/trade/spot/figures';
import { isQueued } from '@glasshouse/trade/spot/queue';
import { spotNet } from '@glasshouse/trade/spot/result';
import { Figure } from '@glasshouse/ui';
import { LivePrice } from '../../../parts/market/live-cells.tsx';
import { Cents } from '../../../parts/money/cents.tsx';
import { Money } from '../../../parts/money/money.tsx';
import { CancelOrderButton } from '../../../parts/orders/cancel-order-button.tsx';
import { SideWord } from '../../../parts/orders/side-word.tsx';
import { SpotEnding } from '../../../parts/orders/spot-ending.tsx';
import { Remark, Steps } from '../workspace/order-tables/cells.tsx';
import tables from '../workspace/order-tables/order-tables.module.css';
import styles from './spot.module.css';

interface SpotCellProps {
  readonly order: SpotOrder;
}

/** Side and size. */
export const SpotSideCell = ({ order }: SpotCellProps) => (
  <>
    <SideWord side={order.side} />
    <Remark>
      {order.quantity === null ? (
        <Money value={order.amount ?? undefined} asset={order.quote} />
      ) : (
        <Money value={order.quantity} asset={order.base} />
      )}
    </Remark>
  </>
);

/** Its kind with the limit, and what it waits for; then the price of now. */
export function SpotWaitsFor({ order }: SpotCellProps) {
  const t = useT();
  return (
    <Steps
      from={
        <>
          <Remark>{typeWords(t, order)}</Remark> <OrderPrice order={order} />
        </>
      }
      to={<LivePrice code={order.code} />}
    />
  );
}

/** The limit and what it waits for, or a trailing distance. */
function OrderPrice({ order }: SpotCellProps) {
  const t = useT();
  const format = useFormat();
  const waitsFor = order.stopPrice ?? undefined;
  if (order.trailingRate != null) return <>{format.percent(order.trailingRate, { max: 2 })}</>;
  const own = order.price ?? order.trailingDistance ?? undefined;
  if (waitsFor === undefined) return <Figure value={own} places={order.precision} />;
  if (own === undefined) return <Figure value={waitsFor} places={order.precision} />;
  return (
    <>
      <Figure value={own} places={order.precision} /> <Remark>{t('order:stopPrice')}</Remark>{' '}
      <Figure value={waitsFor} places={order.precision} />
    </>
  );
}

/** Limit or market, and the time in force unless it is GTC. */
function typeWords(t: ReturnType<typeof useT>, order: SpotOrder): string {
  if (order.type === 'market') return t('workspace:spot.market');
  if (order.type !== 'limit') return t(`order:kind.${order.type}`);
  const limit = t('workspace:spot.limit');
  return order.timeInForce === 'GTC' ? limit : `${limit} · ${t(`workspace:spot.tif.${order.timeInForce}`)}`;
}

/** What an order waits for, or how much of it is filled. */
export function SpotFilled({ order }: SpotCellProps) {
  const t = useT();
  if (isQueued(order)) return <>{t('order:waitsNext')}</>;
  if (order.triggeredAt === null && order.type !== 'oco') return <>{t('order:waitsTrigger')}</>;
  const percent = filledPercent(order);
  return (
    <span className={styles.progress}>
      <span className={styles.track} aria-hidden="true">
        <span className={styles.fill} style={{ inlineSize: `${percent}%` }} />
      </span>
      <Figure value={String(percent)} places={0} asset="%" />
    </span>
  );
}

/** What it keeps back, in money or coins. */
export function SpotHeld({ order }: SpotCellProps) {
  const t = useT();
  const asset = order.side === 'buy' ? order.quote : order.base;
  return <Cents value={order.held} asset={asset} name={t('workspace:spot.held')} />;
}

/** Asks to cancel it; of one that was refused at its trigger, why. */
export function SpotCancel({ order, onCancel }: SpotCellProps & { readonly onCancel: () => void }) {
  const t = useT();
  if (order.refused !== undefined) return <SpotEnding order={order} />;
  return (
    <CancelOrderButton
      code={order.code}
      waitsNext={isQueued(order)}
      label={t('workspace:spot.cancel')}
      className={tables.action}
      onClick={onCancel}
    />
  );
}

/** At what price it was filled on average, and what was paid or received with the fee. */
export const SpotPrices = ({ order }: SpotCellProps) => (
  <>
    <Figure value={order.averagePrice ?? undefined} places={order.precision} />
    <Remark>
      <Money value={spotNet(order)} asset={order.quote} />
    </Remark>
  </>
);

/** How it ended and, of one that ended partly filled, its filled share. */
export function SpotEnded({ order }: SpotCellProps) {
  const t = useT();
  const percent = filledPercent(order);
  return (
    <>
      <SpotEnding order={order} />
      {order.state === 'revoked' && percent !== 0 && (
        <Remark>
          {t('workspace:spot.filled')} <Figure value={String(percent)} places={0} asset="%" />
        </Remark>
      )}
    </>
  );
}
