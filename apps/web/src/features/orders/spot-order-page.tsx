import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { spotOrderDerivations } from '@glasshouse/rules/derivations/orders';
import { isQueued } from '@glasshouse/trade/spot/queue';
import { Badge, Card, Figure, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { SideWord } from '../../parts/orders/side-word.tsx';
import { Derived } from '../../parts/reasons/derived.tsx';
import { OrderFrame, useOrderId } from './order-frame.tsx';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { useReplayEvidence } from './replay/evidence-of.ts';
import { spotReplay } from './replay/of-order.ts';
import { ReplayCard } from './replay/replay-card.tsx';
import { SpotFills } from './spot-fills.tsx';
import { SpotSummary } from './spot-summary.tsx';
import { SpotTermsCard } from './spot-terms.tsx';
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
 * Everything about one spot order: its fills, fees, the ticks of the house's quotes, and every
 * ledger line.
 */
export function SpotOrderPage() {
  const t = useT();
  const book = useBook();
  const pictures = useReceiptPictures(book);
  const id = useOrderId('/order/spot/:id');
  const query = useQuery({
    queryKey: privateKey('spotOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getSpotOrder', { params: { id }, signal }),
  });
  const roleOf = ({ peak, triggerTick, entryTick }: SpotEvidence['order'], seq: number): string => {
    if (seq === peak?.seq) return t('order:peakTick');
    if (seq === triggerTick?.seq) return t('order:triggerTick');
    if (seq === entryTick?.seq) return t('order:entryTick');
    return t(entryTick != null && seq === entryTick.seq - 1 ? 'order:tickBefore' : 'order:houseQuote');
  };
  const badge = ({ order }: SpotEvidence) => {
    const { tone, label } = STATES[order.state];
    return (
      <Badge tone={tone} dot={tone === 'accent'}>
        {t(isQueued(order) ? 'order:waitsNext' : waits(order) ? 'order:waitsTrigger' : label)}
      </Badge>
    );
  };
  return (
    <OrderFrame
      id={id}
      query={query}
      market={({ order }) => order}
      title={({ order }) => (
        <>
          <bdi>{order.name}</bdi> · <SideWord side={order.side} /> · {spotTypeName(t, order.type)}
        </>
      )}
      badge={badge}
    >
      {(evidence) => (
        <Proof
          id={evidence.order.id}
          evidence={evidence}
          ticks={evidence.ticks}
          refresh={() => void query.refetch()}
          picture={pictures.spot(evidence.order)}
          shareAs={evidence.order.doneAt !== null && 0 < evidence.order.fills.length ? 'spot' : undefined}
          head={(trusted) => <SpotHead evidence={evidence} trusted={trusted} />}
        >
          {(verdict) => (
            <>
              <Section title={t('order:fills')} note={t('order:fillsNote')}>
                <Card flush>
                  <SpotFills evidence={evidence} verdict={verdict} />
                </Card>
              </Section>
              {0 < evidence.ticks.length && (
                <Section title={t('trade:receipt.ticks')}>
                  <Card flush>
                    <TicksTable
                      sides
                      ticks={evidence.ticks}
                      role={({ tick }) => roleOf(evidence.order, tick.seq)}
                      precision={evidence.order.precision}
                      verdict={verdict}
                    />
                  </Card>
                </Section>
              )}
              <SpotTermsCard evidence={evidence} />
              <Records lines={evidence.lines} log={evidence.log} />
            </>
          )}
        </Proof>
      )}
    </OrderFrame>
  );
}

/** Not in the book yet; of a one-cancels-other the limit order is. */
const waits = ({ state, type, triggeredAt }: SpotEvidence['order']): boolean =>
  state === 'waiting' && type !== 'oco' && triggeredAt === null;

function SpotHead({ evidence, trusted }: { evidence: SpotEvidence; trusted: readonly string[] | undefined }) {
  const t = useT();
  const { order } = evidence;
  const shown = useReplayEvidence(evidence.ticks, evidence.proof);
  const label = t(order.side === 'buy' ? 'order:side.buy' : 'order:side.sell');
  const replay = useMemo(() => spotReplay(order, { fills: order.fills, label }), [order, label]);
  return (
    <>
      {(replay !== undefined || order.averagePrice !== null) && (
        <ReplayCard
          replay={replay}
          evidence={shown}
          trusted={trusted}
          result={
            <>
              {label} <Money value={order.filledQuantity} asset={order.base} />
            </>
          }
          rule={
            <>
              {t('order:averagePrice')} <Figure value={order.averagePrice ?? undefined} places={order.precision} /> ·{' '}
              {t(order.side === 'buy' ? 'order:paid' : 'order:received')}{' '}
              <Derived
                derivation={spotOrderDerivations(order).net}
                name={t(order.side === 'buy' ? 'order:paid' : 'order:received')}
                asset={order.quote}
              />
            </>
          }
        />
      )}
      <SpotSummary evidence={evidence} />
    </>
  );
}
