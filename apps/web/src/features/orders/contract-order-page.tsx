import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { netResult } from '@glasshouse/trade/contracts/total-of';
import { Card, Figure, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { ContractBadge, ContractSide } from '../../parts/contracts/contract-words.tsx';
import { ActionsOfOrder } from '../../parts/market/corporate-actions.tsx';
import { Cents } from '../../parts/money/cents.tsx';
import { ContractSteps, stepName } from './contract-steps.tsx';
import { ContractSummary } from './contract-summary.tsx';
import { ContractSums } from './contract-sums.tsx';
import { ContractTermsCard } from './contract-terms.tsx';
import { OrderFrame, useOrderId } from './order-frame.tsx';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { useReplayEvidence } from './replay/evidence-of.ts';
import { contractReplay } from './replay/of-order.ts';
import { ReplayCard } from './replay/replay-card.tsx';
import { TicksTable } from './ticks-table.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';
import type { ContractEvidence, ContractStep } from './verify-order.ts';

/**
 * Everything about one contract: its value, each step with its tick, the arithmetic, the terms and
 * the proof.
 */
export function ContractOrderPage() {
  const t = useT();
  const book = useBook();
  const pictures = useReceiptPictures(book);
  const id = useOrderId('/order/contracts/:id');
  const query = useQuery({
    queryKey: privateKey('contractOrder', book, id),
    queryFn: ({ signal }) => fetchResult('getPosition', { params: { id }, signal }),
  });
  const role = (evidence: ContractEvidence, seq: number): string =>
    [
      ...new Set([
        ...evidence.steps.filter((step) => step.tick?.seq === seq).map((step) => stepName(t, evidence.order, step)),
        ...(evidence.order.trailing?.peak?.seq === seq ? [t('order:peakTick')] : []),
      ]),
    ].join(', ');
  return (
    <OrderFrame
      id={id}
      query={query}
      market={({ order }) => order}
      title={({ order }) => (
        <>
          <bdi>{order.name}</bdi> · <ContractSide side={order.side} /> · <bdi dir="ltr">{order.leverage}×</bdi>
        </>
      )}
      badge={({ order }) => <ContractBadge order={order} />}
    >
      {(evidence) => (
        <Proof
          id={evidence.order.id}
          evidence={evidence}
          ticks={evidence.ticks}
          refresh={() => void query.refetch()}
          picture={pictures.contract(evidence.order)}
          shareAs={evidence.order.state === 'closed' || evidence.order.state === 'liquidated' ? 'contract' : undefined}
          head={(trusted) => <ContractHead evidence={evidence} trusted={trusted} />}
        >
          {(verdict) => (
            <>
              {evidence.order.closedAt === null && <ActionsOfOrder code={evidence.order.code} />}
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
      )}
    </OrderFrame>
  );
}

function ContractHead({ evidence, trusted }: { evidence: ContractEvidence; trusted: readonly string[] | undefined }) {
  const t = useT();
  const { order, steps } = evidence;
  const shown = useReplayEvidence(evidence.ticks, evidence.proof);
  const isOver = order.state === 'closed' || order.state === 'liquidated';
  const replay = useMemo(
    () =>
      contractReplay(order, {
        steps,
        net: netResult(order),
        nameOf: (step) => stepName(t, order, step as ContractStep),
      }),
    [order, steps, t],
  );
  return (
    <>
      {isOver && (
        <ReplayCard
          replay={replay}
          evidence={shown}
          trusted={trusted}
          result={<Cents value={netResult(order)} asset={evidence.terms.asset} name={t('order:net')} coloured />}
          rule={<HowItEnded evidence={evidence} />}
        />
      )}
      <ContractSummary evidence={evidence} />
    </>
  );
}

/** The step that ended it, and from which price to which. */
function HowItEnded({ evidence: { order, steps } }: { evidence: ContractEvidence }) {
  const t = useT();
  const last = steps.findLast(({ kind }) => kind === 'closed' || kind === 'liquidated');
  const price = (value: string | null) => <Figure value={value ?? undefined} places={order.precision} />;
  return (
    <>
      {last !== undefined && <>{stepName(t, order, last)} · </>}
      <bdi dir="ltr">
        {price(order.openPrice)} → {price(order.closePrice)}
      </bdi>
    </>
  );
}
