import { Card, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { ContractBadge } from '../../shared/contracts/contract-words.tsx';
import { privateKey } from '../../shared/query-keys.ts';
import { ContractSteps, stepName } from './contract-steps.tsx';
import { ContractSummary } from './contract-summary.tsx';
import { ContractSums } from './contract-sums.tsx';
import { ContractTermsCard } from './contract-terms.tsx';
import { OrderFrame, useOrderId } from './order-frame.tsx';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { TicksTable } from './ticks-table.tsx';
import { type ContractStory, verifyContract } from './verify-contract.ts';

/** The whole story of one contract: what it is worth, every step with its tick, the sums, the terms, and the proof. */
export function ContractOrderPage() {
  const t = useT();
  const book = useBook();
  const id = useOrderId('/order/contracts/:id');
  const query = useQuery({
    queryKey: privateKey('contractOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getPosition', { params: { id }, signal }),
  });
  const role = (story: ContractStory, seq: number): string =>
    [
      ...new Set(story.steps.filter((step) => step.tick?.seq === seq).map((step) => stepName(t, story.order, step))),
    ].join(', ');
  return (
    <OrderFrame
      id={id}
      query={query}
      market={({ order }) => order}
      badge={({ order }) => <ContractBadge order={order} />}
    >
      {(story) => (
        <>
          <ContractSummary order={story.order} />
          <Proof
            id={story.order.id}
            story={story}
            ticks={story.ticks}
            verify={verifyContract}
            refresh={() => void query.refetch()}
          >
            {(verdict) => (
              <>
                <Section title={t('order:steps')} note={t('order:stepsNote')}>
                  <Card flush>
                    <ContractSteps story={story} verdict={verdict} />
                  </Card>
                </Section>
                <ContractSums story={story} />
                <Section title={t('trade:receipt.ticks')}>
                  <Card flush>
                    <TicksTable
                      sides
                      ticks={story.ticks}
                      role={({ tick }) => role(story, tick.seq)}
                      precision={story.order.precision}
                      verdict={verdict}
                    />
                  </Card>
                </Section>
                <ContractTermsCard story={story} />
                <Records lines={story.lines} log={[...new Map(story.steps.map((step) => [step.seq, step])).values()]} />
              </>
            )}
          </Proof>
        </>
      )}
    </OrderFrame>
  );
}
