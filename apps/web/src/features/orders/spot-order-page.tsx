import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { spotOrderDerivations } from '@glasshouse/rules/derivations/orders';
import { isQueued } from '@glasshouse/trade/spot/queue';
import { Badge, Figure, KeyValue, type KeyValueRow, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { marketHref } from '../../parts/market/market-href.ts';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import { RoundedMoney } from '../../parts/money/rounded-money.tsx';
import { SideWord } from '../../parts/orders/side-word.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import { MarketLogo } from './market-logo.tsx';
import { OrderReceipt } from './order-receipt.tsx';
import { PriceNow } from './price-now.tsx';
import { recordFolds } from './record-folds.tsx';
import { spotReplay } from './replay/of-order.ts';
import { useSpotTerms } from './spot-all-terms.tsx';
import { spotCents } from './spot-cents.ts';
import { SpotFills } from './spot-fills.tsx';
import { SpotLadder } from './spot-ladder.tsx';
import { spotSources } from './spot-sources.ts';
import { SpotTermsTable } from './spot-terms.tsx';
import { spotTypeName } from './spot-type-name.ts';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { SpotEvidence } from './verify-order.ts';

const STATES = {
  waiting: { tone: 'accent', label: 'order:spotState.waiting' },
  partlyFilled: { tone: 'accent', label: 'order:spotState.partlyFilled' },
  filled: { tone: 'success', label: 'order:spotState.filled' },
  revoked: { tone: 'neutral', label: 'order:spotState.revoked' },
} as const;

/**
 * Everything about one spot order: its ladder, its fills, fees, the ticks of the house's quotes,
 * and every ledger line.
 */
export function SpotOrderPage() {
  const book = useBook();
  const id = useOrderId('/order/spot/:id');
  const query = useQuery({
    queryKey: privateKey('spotOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getSpotOrder', { params: { id }, signal }),
  });
  return (
    <OrderFrame id={id} query={query} market={({ order }) => order}>
      {(evidence) => <SpotReceipt evidence={evidence} refresh={() => void query.refetch()} />}
    </OrderFrame>
  );
}

interface SpotReceiptProps {
  readonly evidence: SpotEvidence;
  readonly refresh: () => void;
}

function SpotReceipt({ evidence, refresh }: SpotReceiptProps) {
  const t = useT();
  const format = useFormat();
  const { order, ticks, lines, log } = evidence;
  const pictures = useReceiptPictures(useBook());
  const terms = useSpotTerms(evidence);
  const label = t(order.side === 'buy' ? 'order:side.buy' : 'order:side.sell');
  const replay = useMemo(() => spotReplay(order, { fills: order.fills, label }), [order, label]);
  const last = order.fills.at(-1)?.tick ?? order.triggerTick;
  const isDone = order.doneAt !== null;
  return (
    <OrderReceipt
      id={order.id}
      evidence={evidence}
      ticks={ticks}
      refresh={refresh}
      picture={pictures.spot(order)}
      shareAs={isDone && 0 < order.fills.length ? 'spot' : undefined}
      logo={<MarketLogo code={order.code} />}
      title={<bdi>{order.name}</bdi>}
      direction={<SideWord side={order.side} />}
      detail={spotTypeName(t, order.type)}
      how={
        <>
          <SpotBadge order={order} /> {format.dateTime(order.doneAt ?? order.placedAt)}
        </>
      }
      result={<Cents value={order.filledQuantity} asset={order.base} name={t('order:filled')} />}
      sentence={isDone && 0 < order.fills.length ? <Sentence evidence={evidence} /> : <PriceNow code={order.code} />}
      replay={replay}
      chart={order.averagePrice === null ? undefined : (seal) => <SpotLadder order={order} seal={seal} />}
      facts={useFacts(evidence)}
      decisive={ticks.find(({ tick }) => tick.seq === last?.seq)}
      again={{ href: marketHref({ code: order.code }), label: t(isDone ? 'order:again' : 'trade:order.back') }}
      folds={(verdict) =>
        recordFolds(t, {
          prices: {
            count: ticks.length,
            content: (
              <>
                {0 < ticks.length && (
                  <TicksTable
                    sides
                    ticks={ticks}
                    role={({ tick }) => roleOf(order, tick.seq)}
                    precision={order.precision}
                    verdict={verdict}
                  />
                )}
                <Section title={t('order:fills')} note={t('order:fillsNote')}>
                  <SpotFills evidence={evidence} verdict={verdict} />
                </Section>
              </>
            ),
          },
          records: { lines, log },
          terms: {
            count: terms.length,
            content: (
              <>
                <KeyValue rows={terms} />
                <SpotTermsTable evidence={evidence} />
              </>
            ),
          },
        })
      }
    />
  );

  function roleOf({ peak, triggerTick, entryTick }: SpotEvidence['order'], seq: number): string {
    if (seq === peak?.seq) return t('order:peakTick');
    if (seq === triggerTick?.seq) return t('order:triggerTick');
    if (seq === entryTick?.seq) return t('order:entryTick');
    return t(entryTick != null && seq === entryTick.seq - 1 ? 'order:tickBefore' : 'order:houseQuote');
  }
}

function SpotBadge({ order }: Pick<SpotEvidence, 'order'>) {
  const t = useT();
  const { tone, label } = STATES[order.state];
  return (
    <Badge tone={tone} dot={tone === 'accent'}>
      {t(isQueued(order) ? 'order:waitsNext' : waits(order) ? 'order:waitsTrigger' : label)}
    </Badge>
  );
}

/** Not in the book yet; of a one-cancels-other the limit order is. */
const waits = ({ state, type, triggeredAt }: SpotEvidence['order']): boolean =>
  state === 'waiting' && type !== 'oco' && triggeredAt === null;

/** How much at which price, and its fee. */
function Sentence({ evidence }: { readonly evidence: SpotEvidence }) {
  const t = useT();
  const { order } = evidence;
  const { average, net } = spotOrderDerivations(order);
  const cents = spotCents({ ...order, net: net.result });
  return (
    <RichText
      text={`order:sentence.spot.${order.side}`}
      values={{
        quantity: <Figure value={order.filledQuantity} asset={order.base} />,
        price: (
          <Derived
            derivation={average}
            value={order.averagePrice ?? undefined}
            name={t('order:averagePrice')}
            places={order.precision}
            sources={spotSources(evidence)}
          />
        ),
        value: (
          <Cents value={order.filledAmount} shown={cents.value} asset={order.quote} name={t('order:filledValue')} />
        ),
        fee: <Cents value={order.fee} shown={cents.fee} asset={order.feeAsset} name={t('common:word.fee')} />,
      }}
    />
  );
}

function useFacts(evidence: SpotEvidence): readonly KeyValueRow[] {
  const t = useT();
  const { order } = evidence;
  const buys = order.side === 'buy';
  const derived = spotOrderDerivations(order);
  const net = t(buys ? 'order:paid' : 'order:received');
  return [
    {
      id: 'net',
      name: net,
      value: (
        <Derived
          derivation={derived.net}
          name={net}
          show={(value) => <RoundedMoney value={value} kind={buys ? 'cost' : 'gain'} asset={order.quote} />}
          isRounded
          sources={spotSources(evidence)}
        />
      ),
    },
    {
      id: 'average',
      name: t('order:averagePrice'),
      value: (
        <Derived
          derivation={derived.average}
          value={order.averagePrice ?? undefined}
          name={t('order:averagePrice')}
          places={order.precision}
          sources={spotSources(evidence)}
        />
      ),
    },
    {
      id: 'fee',
      name: t('common:word.fee'),
      value:
        order.fee === '0' ? (
          '–'
        ) : (
          <Cents
            value={order.fee}
            shown={spotCents({ ...order, net: derived.net.result }).fee}
            asset={order.feeAsset}
            name={t('common:word.fee')}
          />
        ),
    },
    order.price === null
      ? { id: 'type', name: t('order:type'), value: spotTypeName(t, order.type) }
      : { id: 'limit', name: t('order:limitPrice'), value: <Figure value={order.price} places={order.precision} /> },
    order.doneAt === null
      ? {
          id: 'held',
          name: t('order:held'),
          value: <Money value={order.held} asset={buys ? order.quote : order.base} />,
        }
      : { id: 'fills', name: t('order:fills'), value: order.fills.length },
  ];
}
