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
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { ContractEvidence } from './verify-order.ts';

/**
 * Everything about one contract: its value, each step with its tick, the arithmetic, the terms and
 * the proof.
 */
export function ContractOrderPage() {
  const t = useT();
  const book = useBook();
  const pictures = useReceiptPictures();
  const id = useOrderId('/order/contracts/:id');
  const query = useQuery({
    queryKey: privateKey('contractOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getPosition', { params: { id }, signal }),
  });
  const role = (evidence: ContractEvidence, seq: number): string =>
    [
      ...new Set(
        evidence.steps.filter((step) => step.tick?.seq === seq).map((step) => stepName(t, evidence.order, step)),
      ),
    ].join(', ');
  return (
    <OrderFrame
      id={id}
      query={query}
      market={({ order }) => order}
      badge={({ order }) => <ContractBadge order={order} />}
    >
      {(evidence) => (
        <>
          <ContractSummary order={evidence.order} />
          <Proof
            id={evidence.order.id}
            evidence={evidence}
            ticks={evidence.ticks}
            refresh={() => void query.refetch()}
            picture={pictures.contract(evidence.order)}
          >
            {(verdict) => (
              <>
                <Section title={t('order:steps')} note={t('order:stepsNote')}>
                  <Card flush>
                    <ContractSteps evidence={evidence} verdict={verdict} />
                  </Card>
                </Section>
                <ContractSums evidence={evidence} />
                <Section title={t('trade:receipt.ticks')}>
                  <Card flush>
                    <TicksTable
                      sides
                      ticks={evidence.ticks}
                      role={({ tick }) => role(evidence, tick.seq)}
                      precision={evidence.order.precision}
                      verdict={verdict}
                    />
                  </Card>
                </Section>
                <ContractTermsCard evidence={evidence} />
                <Records
                  lines={evidence.lines}
                  log={[...new Map(evidence.steps.map((step) => [step.seq, step])).values()]}
                />
              </>
            )}
          </Proof>
        </>
      )}
    </OrderFrame>
  );
}
