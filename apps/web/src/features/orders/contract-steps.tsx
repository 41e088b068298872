import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Translator } from '@glasshouse/i18n';
import { type Column, Figure, Table } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import type { OrderVerdict } from '../../parts/proofs/verify-ticks.ts';
import styles from './order.module.css';
import { ProofBadge } from './ticks-table.tsx';
import type { ContractEvidence, ContractStep } from './verify-order.ts';

/** The name of a step; for the last close also its cause. */
export function stepName(t: Translator['t'], order: ContractEvidence['order'], step: ContractStep): string {
  if (step.kind === 'closed' && order.closedBy !== null) return t(`order:closedBy.${order.closedBy}`);
  return t(`order:step.${step.kind}`);
}

/** The history of the order, each step with the tick that decided it. */
export function ContractSteps({
  evidence,
  verdict,
}: {
  evidence: ContractEvidence;
  verdict: OrderVerdict | undefined;
}) {
  const t = useT();
  const format = useFormat();
  const { order } = evidence;
  const price = (value: string | null) => <Figure value={value ?? undefined} places={order.precision} />;
  const columns: Column<ContractStep>[] = [
    { id: 'kind', header: t('order:step.title'), lead: true, cell: (step) => <StepCell order={order} step={step} /> },
    { id: 'time', header: t('trade:order.time'), cell: (step) => format.exactTime(step.at) },
    {
      id: 'tick',
      header: t('order:tick'),
      align: 'end',
      cell: (step) => (step.tick === null ? '–' : <bdi>#{step.tick.seq}</bdi>),
    },
    {
      id: 'lots',
      header: t('order:lots'),
      align: 'end',
      cell: (step) => <Figure value={step.lots ?? undefined} />,
    },
    {
      id: 'price',
      header: t('trade:order.price'),
      align: 'end',
      // A market order names no price: what it accepts at worst is among its terms.
      cell: (step) => (step.kind === 'placed' && order.type === 'market' ? '–' : price(step.price)),
    },
    {
      id: 'stops',
      header: t('order:stopTarget'),
      align: 'end',
      cell: (step) =>
        step.stopLoss === null && step.takeProfit === null && step.targets === undefined ? (
          '–'
        ) : (
          <span className={styles.stacked}>
            {price(step.stopLoss)}
            {step.targets === undefined
              ? price(step.takeProfit)
              : step.targets.map((target) => <span key={target.price}>{price(target.price)}</span>)}
          </span>
        ),
    },
    {
      id: 'pnl',
      header: t('order:pnl'),
      align: 'end',
      cell: (step) => <Money value={step.pnl ?? undefined} asset={evidence.terms.asset} coloured />,
    },
    {
      id: 'fee',
      header: t('common:word.fee'),
      align: 'end',
      cell: (step) => <Money value={step.fee ?? undefined} asset={evidence.terms.asset} />,
    },
    {
      id: 'proof',
      header: t('trade:order.proof'),
      align: 'end',
      cell: (step) => {
        const proven = evidence.ticks.find(({ tick }) => tick.seq === step.tick?.seq);
        return proven === undefined ? '–' : <ProofBadge proven={proven} verdict={verdict} />;
      },
    },
  ];
  return (
    <Table
      caption={t('order:steps')}
      columns={columns}
      rows={evidence.steps}
      rowKey={(step) => `${step.seq} ${step.kind} ${step.at} ${step.lots}`}
    />
  );
}

/** The name of a step; of a split also its ratio, and what lots and entry were before it. */
function StepCell({ order, step }: { order: ContractEvidence['order']; step: ContractStep }) {
  const t = useT();
  const { adjusted } = step;
  if (adjusted === undefined) return stepName(t, order, step);
  const { before, numerator, denominator, amount } = adjusted;
  const entry = before.openPrice ?? before.limitPrice ?? before.stopPrice;
  return (
    <span className={styles.stacked}>
      <span>{stepName(t, order, step)}</span>
      <small dir="ltr">
        {amount === null
          ? `${numerator}:${denominator} · ${before.lots} → ${step.lots ?? before.lots} · ${entry ?? '–'} → ${step.price ?? '–'}`
          : `${amount} × ${before.lots}`}
      </small>
    </span>
  );
}
