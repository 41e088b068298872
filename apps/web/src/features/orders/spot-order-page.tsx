import { Badge, Card, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { privateKey } from '../../shared/query-keys.ts';
import { OrderFrame, useOrderId } from './order-frame.tsx';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { SpotFills } from './spot-fills.tsx';
import { SpotSummary } from './spot-summary.tsx';
import { SpotTermsCard } from './spot-terms.tsx';
import { TicksTable } from './ticks-table.tsx';
import { type SpotStory, verifySpot } from './verify-spot.ts';

const STATES = {
  waiting: { tone: 'accent', label: 'order:spotState.waiting' },
  partlyFilled: { tone: 'accent', label: 'order:spotState.partlyFilled' },
  filled: { tone: 'success', label: 'order:spotState.filled' },
  revoked: { tone: 'neutral', label: 'order:spotState.revoked' },
} as const;

/** The whole story of one spot order: its fills, fees, the ticks of the house's quotes, and every ledger line. */
export function SpotOrderPage() {
  const t = useT();
  const book = useBook();
  const id = useOrderId('/order/spot/:id');
  const query = useQuery({
    queryKey: privateKey('spotOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getSpotOrder', { params: { id }, signal }),
  });
  const badge = ({ order }: SpotStory) => {
    const { tone, label } = STATES[order.state];
    return (
      <Badge tone={tone} dot={tone === 'accent'}>
        {t(label)}
      </Badge>
    );
  };
  return (
    <OrderFrame id={id} query={query} market={({ order }) => order} badge={badge}>
      {(story) => (
        <>
          <SpotSummary order={story.order} />
          <Proof
            id={story.order.id}
            story={story}
            ticks={story.ticks}
            verify={verifySpot}
            refresh={() => void query.refetch()}
          >
            {(verdict) => (
              <>
                <Section title={t('order:fills')} note={t('order:fillsNote')}>
                  <Card flush>
                    <SpotFills story={story} verdict={verdict} />
                  </Card>
                </Section>
                {0 < story.ticks.length && (
                  <Section title={t('trade:receipt.ticks')}>
                    <Card flush>
                      <TicksTable
                        sides
                        ticks={story.ticks}
                        role={() => t('order:houseQuote')}
                        precision={story.order.precision}
                        verdict={verdict}
                      />
                    </Card>
                  </Section>
                )}
                <SpotTermsCard story={story} />
                <Records lines={story.lines} log={story.log} />
              </>
            )}
          </Proof>
        </>
      )}
    </OrderFrame>
  );
}
