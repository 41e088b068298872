import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { netResult, totalOf } from '@glasshouse/trade/contracts/total-of';
import type { ContractOrder } from '@glasshouse/trade/orders';
import { Button, Figure, IconButton, Menu } from '@glasshouse/ui';
import { Ellipsis } from '@glasshouse/ui/icon/icons';
import { ContractBadge, ContractSide } from '../../../parts/contracts/contract-words.tsx';
import { LiveLevel, LiveNet, PositionLevel } from '../../../parts/contracts/live-cells.tsx';
import { LivePrice } from '../../../parts/market/live-cells.tsx';
import { CancelOrderButton } from '../../../parts/orders/cancel-order-button.tsx';
import { Remark, Steps } from '../workspace/order-tables/cells.tsx';
import styles from '../workspace/order-tables/order-tables.module.css';
import { StopsCell } from './stops-cell.tsx';
import { useQuickChanges } from './use-contract-calls.ts';

/** What is asked of a position: the dialogs of the table answer it. */
export interface ContractAction {
  readonly what: 'close' | 'stops' | 'reverse';
  readonly id: number;
}

interface ContractCellProps {
  readonly order: ContractOrder;
}

interface ContractActionProps extends ContractCellProps {
  readonly onAction: (action: ContractAction) => void;
}

/** Direction, lots and leverage. */
export function ContractSideCell({ order, lots }: ContractCellProps & { readonly lots: 'lots' | 'openLots' }) {
  const format = useFormat();
  return (
    <>
      <ContractSide side={order.side} />
      <Remark>
        <bdi dir="ltr">
          {format.number(order[lots])} · {order.leverage}×
        </bdi>
      </Remark>
    </>
  );
}

/** Where it was opened, and the price of now or of its end. */
export const ContractPrices = ({ order }: ContractCellProps) => (
  <Steps
    from={<Figure value={order.openPrice ?? undefined} places={order.precision} />}
    to={
      order.state === 'open' ? (
        <LivePrice code={order.code} />
      ) : (
        <Figure value={order.closePrice ?? undefined} places={order.precision} />
      )
    }
  />
);

/** The result so far, or of one that has ended: after all costs both. */
export function ContractNet({ order }: ContractCellProps) {
  if (order.state === 'open') return <LiveNet order={order} inLine />;
  return order.state === 'cancelled' ? '–' : <Figure value={netResult(order)} places={2} coloured />;
}

/** Where it is liquidated; how near that is shows once the margin level is low. */
export const ContractLiquidation = ({ order }: ContractCellProps) => (
  <span className={styles.figures}>
    {order.state === 'open' && <LiveLevel order={order} onlyLow />}
    <PositionLevel order={order} level="liquidation" />
  </span>
);

export const ContractStops = ({ order, onAction }: ContractActionProps) =>
  order.state === 'open' || order.state === 'waiting' ? (
    <StopsCell order={order} onEdit={() => onAction({ what: 'stops', id: order.id })} />
  ) : null;

/** Close is always in sight; the others with the pointer or the focus, or in a menu. */
export function ContractActions({ order, onAction, isFolded }: ContractActionProps & { readonly isFolded: boolean }) {
  const t = useT();
  if (order.state !== 'open') return <ContractBadge order={order} />;
  const act = (what: ContractAction['what']) => () => onAction({ what, id: order.id });
  const reverses = order.closingLots === null;
  return (
    <span className={styles.actions}>
      {isFolded ? (
        <Menu
          label={t('shell:nav.more')}
          align="end"
          items={[
            ...(reverses ? [{ id: 'reverse', label: t('contracts:reverse'), onSelect: act('reverse') }] : []),
            { id: 'stops', label: t('contracts:stops'), onSelect: act('stops') },
          ]}
        >
          {(anchor) => (
            <IconButton {...anchor} size="s" icon={Ellipsis} label={t('shell:nav.more')} className={styles.more} />
          )}
        </Menu>
      ) : (
        reverses && (
          <Button size="s" variant="quiet" className={styles.revealed} onClick={act('reverse')}>
            {t('contracts:reverse')}
          </Button>
        )
      )}
      <Button size="s" variant="quiet" className={styles.action} onClick={act('close')}>
        {t('contracts:close')}
      </Button>
    </span>
  );
}

/** What a waiting order waits for: its stop price, then its limit; and the price of now. */
export function ContractWaitsFor({ order }: ContractCellProps) {
  const t = useT();
  const { stopPrice, triggered, type, limitPrice, precision, ocoGroup } = order;
  const waitsForStop = stopPrice !== undefined && triggered !== true;
  return (
    <Steps
      from={
        <>
          {waitsForStop && (
            <>
              <Remark>{t('order:stop')}</Remark> <Figure value={stopPrice} places={precision} />{' '}
            </>
          )}
          {type !== 'stop' && (
            <>
              <Remark>{t('order:limit')}</Remark> <Figure value={limitPrice ?? undefined} places={precision} />
            </>
          )}
          {ocoGroup !== undefined && <Remark>OCO</Remark>}
        </>
      }
      to={<LivePrice code={order.code} />}
    />
  );
}

/** Margin and fee that wait with it. */
export const ContractHeld = ({ order }: ContractCellProps) => (
  <Figure value={totalOf([order.margin, order.openFee])} places={2} asset="USDT" />
);

export function ContractCancel({ order }: ContractCellProps) {
  const t = useT();
  const changes = useQuickChanges();
  return (
    <CancelOrderButton
      code={order.code}
      waitsNext={order.type === 'market'}
      label={t('contracts:cancelOrder')}
      disabled={changes.cancelling}
      className={styles.action}
      onClick={() => void changes.cancel(order)}
    />
  );
}
