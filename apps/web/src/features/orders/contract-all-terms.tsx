import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { closeNowDerivations } from '@glasshouse/rules/derivations/contracts';
import { contractOrderDerivations } from '@glasshouse/rules/derivations/orders';
import { ofTick } from '@glasshouse/rules/derivations/terms';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import { Figure, type KeyValueRow } from '@glasshouse/ui';
import { useMarketInfo } from '../../parts/chart/use-market-info.ts';
import { Lots } from '../../parts/contracts/contract-words.tsx';
import { LiveLevel, LiveNet, PositionLevel } from '../../parts/contracts/live-cells.tsx';
import { TrailText } from '../../parts/contracts/trail-text.tsx';
import { Money } from '../../parts/money/money.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { contractSources, openingTick } from './contract-sources.ts';
import styles from './order.module.css';
import type { ContractEvidence } from './verify-order.ts';

const ASSET = 'USDT';

/** Everything that was agreed and happened, to the last decimal. */
export function useContractTerms(evidence: ContractEvidence): readonly KeyValueRow[] {
  const { order } = evidence;
  const t = useT();
  const format = useFormat();
  const base = useMarketInfo(order.code).data?.base;
  const price = (value: string | null) => <Figure value={value ?? undefined} places={order.precision} />;
  const money = (value: string, coloured = false) => <Money value={value} asset={ASSET} coloured={coloured} />;
  const time = (value: string | null) => (value === null ? '–' : format.dateTime(value));
  const open = order.state === 'open';
  const derived =
    order.openPrice === null ? undefined : contractOrderDerivations({ ...order, openPrice: order.openPrice });
  const openFee = derived && ofTick(derived.openFee, openingTick(evidence), ['price']);
  const sources = contractSources(evidence);
  const opened = order.openedAt !== null;
  const rows: (KeyValueRow | false)[] = [
    { id: 'type', name: t('order:type'), value: t(`order:${order.type}`) },
    {
      id: 'lots',
      name: t('order:lots'),
      value: (
        <>
          <Lots value={order.lots} /> × <Figure value={order.lotSize} asset={base} />
        </>
      ),
    },
    open && { id: 'openLots', name: t('order:openLots'), value: <Lots value={order.openLots} /> },
    { id: 'leverage', name: t('order:leverage'), value: <bdi dir="ltr">{order.leverage}×</bdi> },
    order.stopPrice !== undefined && { id: 'stopPrice', name: t('order:stopPrice'), value: price(order.stopPrice) },
    order.limitPrice !== null && {
      id: 'limit',
      name: t(order.type === 'market' ? 'order:worstPrice' : 'order:limitPrice'),
      value: price(order.limitPrice),
    },
    { id: 'margin', name: t('order:margin'), value: money(order.margin) },
    { id: 'entry', name: t('order:entry'), value: price(order.openPrice) },
    { id: 'exit', name: t('order:exit'), value: price(order.closePrice) },
    { id: 'stop', name: t('order:stopLoss'), value: price(order.stopLoss) },
    { id: 'target', name: t('order:takeProfit'), value: price(order.takeProfit) },
    order.targets !== undefined && {
      id: 'targets',
      name: t('order:targets'),
      value: (
        <span className={styles.stacked}>
          {order.targets.map((step) => (
            <span key={step.price}>
              <Lots value={step.lots} /> · {price(step.price)}
            </span>
          ))}
        </span>
      ),
    },
    order.trailing !== undefined && {
      id: 'trailing',
      name: t('order:trailing'),
      value: <TrailText trailing={order.trailing} precision={order.precision} />,
    },
    order.trailing !== undefined &&
      order.trailing.activation !== null && {
        id: 'activation',
        name: t('order:activation'),
        value: price(order.trailing.activation),
      },
    order.trailing !== undefined &&
      order.trailing.peak !== null && {
        id: 'peak',
        name: t('order:peakTick'),
        value: price(order.side === 'buy' ? order.trailing.peak.bid : order.trailing.peak.ask),
      },
    order.reverses !== undefined && {
      id: 'reverses',
      name: t('order:reverses'),
      value: <OrderLink id={order.reverses} />,
    },
    order.reversedBy !== undefined && {
      id: 'reversedBy',
      name: t('order:reversedBy'),
      value: <OrderLink id={order.reversedBy} />,
    },
    order.ocoGroup !== undefined && {
      id: 'oco',
      name: t('order:ocoGroup'),
      value: <bdi dir="ltr">#{order.ocoGroup}</bdi>,
    },
    open && order.profitMax !== null && { id: 'most', name: t('order:profitMax'), value: <MostOf order={order} /> },
    open &&
      order.profitLimit !== null && { id: 'mostAt', name: t('order:profitLimit'), value: price(order.profitLimit) },
    open && {
      id: 'liquidation',
      name: t('order:liquidation'),
      value: <PositionLevel order={order} level="liquidation" />,
    },
    open &&
      order.beforeClose !== undefined && {
        id: 'beforeClose',
        name: t('order:liquidationBeforeClose'),
        value: (
          <span className={styles.stacked}>
            {price(order.beforeClose.liquidationPrice)}
            <small>
              {order.beforeClose.rate === undefined
                ? t('order:liquidationBeforeCloseNote', {
                    minutes: order.beforeClose.minutes,
                    amount: format.money(order.beforeClose.maintenanceMargin, ASSET),
                  })
                : t('order:liquidationBeforeCloseShare', {
                    minutes: order.beforeClose.minutes,
                    share: format.percent(order.beforeClose.rate, { max: 2 }),
                  })}
            </small>
          </span>
        ),
      },
    open && { id: 'breakEven', name: t('order:breakEven'), value: <PositionLevel order={order} level="breakEven" /> },
    open && { id: 'level', name: t('order:marginLevel'), value: <LiveLevel order={order} /> },
    {
      id: 'openFee',
      name: t('order:openFee'),
      value: (
        <Derived derivation={openFee} value={order.openFee} name={t('order:openFee')} asset={ASSET} sources={sources} />
      ),
    },
    { id: 'closeFee', name: t(open ? 'order:closeFeeToCome' : 'order:closeFee'), value: money(order.closeFee) },
    { id: 'financing', name: t('order:financing'), value: money(order.financing, true) },
    { id: 'placed', name: t('trade:orders.placed'), value: time(order.placedAt) },
    opened && { id: 'opened', name: t('order:openedAt'), value: time(order.openedAt) },
    order.closedAt !== null && { id: 'closed', name: t('order:closedAt'), value: time(order.closedAt) },
    { id: 'realised', name: t('order:realised'), value: money(order.realised, true) },
    order.netted !== undefined && {
      id: 'netted',
      name: t('order:netted'),
      value: money(`-${order.netted}`, true),
    },
    open && {
      id: 'net',
      name: t('order:ifClosedNow'),
      value: <LiveNet order={order} asset={ASSET} />,
      strong: true,
    },
    (order.state === 'closed' || order.state === 'liquidated') && {
      id: 'net',
      name: t('order:net'),
      value:
        derived === undefined ? (
          money(netResult(order), true)
        ) : (
          <Derived derivation={derived.net} name={t('order:net')} asset={ASSET} coloured sources={sources} />
        ),
      strong: true,
    },
  ];
  return rows.filter((row) => row !== false);
}

/** What it comes to at its limit of profit; one that no price reaches gains the most at 0. */
function MostOf({ order }: { order: ContractEvidence['order'] }) {
  const t = useT();
  const { openPrice, profitLimit } = order;
  const derivation =
    openPrice === null ? undefined : closeNowDerivations({ ...order, openPrice }, profitLimit ?? '0').net;
  return <Derived derivation={derivation} name={t('order:profitMax')} asset={ASSET} coloured />;
}

/** The other half of a reversal, with its own receipt. */
const OrderLink = ({ id }: { id: number }) => (
  <Link href={`/order/contracts/${id}`}>
    <bdi dir="ltr">#{id}</bdi>
  </Link>
);
