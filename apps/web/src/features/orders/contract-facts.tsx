import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { percentText } from '@glasshouse/trade/contracts/live-figures';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import { Change, Figure, type KeyValueRow } from '@glasshouse/ui';
import { LiveLevel, PositionLevel } from '../../parts/contracts/live-cells.tsx';
import { Cents } from '../../parts/money/cents.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { contractCents } from './contract-cents.ts';
import { closedDerivations, contractSources } from './contract-sources.ts';
import { secondsBetween } from './held-for.ts';
import { PaidTo } from './paid-to.tsx';
import type { ContractEvidence } from './verify-order.ts';

const ASSET = 'USDT';
const MARGIN_BACK = ['contracts.marginBack'];

/** The five figures that matter most: of a position, of a result, or of an order that waits. */
export function useContractFacts(evidence: ContractEvidence): readonly KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  const { order, lines } = evidence;
  const price = (value: string | null | undefined) => <Figure value={value ?? undefined} places={order.precision} />;
  const margin: KeyValueRow = {
    id: 'margin',
    name: t('order:margin'),
    value: <Cents value={order.margin} asset={ASSET} name={t('order:margin')} />,
  };
  const stops: KeyValueRow = {
    id: 'stops',
    name: t('order:stopTarget'),
    value: (
      <bdi dir="ltr">
        {price(order.stopLoss)} · {price(order.targets?.[0]?.price ?? order.takeProfit)}
      </bdi>
    ),
  };
  if (order.state === 'open') {
    return [
      margin,
      { id: 'level', name: t('order:marginLevel'), value: <LiveLevel order={order} /> },
      { id: 'liquidation', name: t('order:liquidation'), value: <PositionLevel order={order} level="liquidation" /> },
      { id: 'breakEven', name: t('order:breakEven'), value: <PositionLevel order={order} level="breakEven" /> },
      stops,
    ];
  }
  if (order.openPrice === null) {
    return [
      margin,
      { id: 'type', name: t('order:type'), value: t(`order:${order.type}`) },
      { id: 'limit', name: t('order:limitPrice'), value: price(order.limitPrice ?? order.stopPrice) },
      stops,
      { id: 'placed', name: t('trade:orders.placed'), value: format.dateTime(order.placedAt) },
    ];
  }
  const derived = closedDerivations(evidence);
  const cents = contractCents({ ...order, net: netResult(order) });
  const sources = contractSources(evidence);
  return [
    margin,
    {
      id: 'return',
      name: t('order:returnOn'),
      value: (
        <Derived
          derivation={derived?.share}
          name={t('order:returnOn')}
          show={(share) => <Change percent={percentText(share)} />}
          sources={sources}
        />
      ),
    },
    {
      id: 'fees',
      name: t('order:fees'),
      value: (
        <bdi dir="ltr">
          <Derived
            derivation={derived?.openFee}
            value={order.openFee}
            name={t('order:openFee')}
            show={() => <Figure value={cents.openFee} places={2} />}
            isRounded
            sources={sources}
          />
          {' + '}
          <Derived
            derivation={derived?.closeFee}
            value={order.closeFeePaid}
            name={t('order:closeFee')}
            show={() => <Figure value={cents.closeFee} places={2} asset={ASSET} />}
            isRounded
            sources={sources}
          />
        </bdi>
      ),
    },
    order.netted === undefined
      ? {
          id: 'held',
          name: t('order:heldFor'),
          value:
            order.openedAt === null || order.closedAt === null
              ? '–'
              : format.duration(secondsBetween(order.openedAt, order.closedAt)),
        }
      : {
          id: 'netted',
          name: t('order:netted'),
          value: <Cents value={`-${order.netted}`} asset={ASSET} name={t('order:netted')} coloured />,
        },
    {
      id: 'paid',
      name: t('account:reason.contracts.marginBack'),
      value: <PaidTo asset={ASSET} lines={lines} reasons={MARGIN_BACK} />,
    },
  ];
}
