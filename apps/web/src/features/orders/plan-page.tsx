import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { useBook } from '@glasshouse/app/session/session';
import { planDerivations, planResultDerivations } from '@glasshouse/rules/derivations/plans';
import { planNet } from '@glasshouse/trade/plans/result';
import { Badge, Figure, KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import type { Proven } from '../../parts/proofs/verify-ticks.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import { OrderFrame, useOrderId } from '../../parts/receipts/order-frame.tsx';
import { RichText } from '../../parts/receipts/rich-text.tsx';
import styles from './order.module.css';
import { OrderReceipt } from './order-receipt.tsx';
import { recordFolds } from './record-folds.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';

type PlanEvidence = ResultOf<'getPlan'>;

/** A plan rests on no price. */
const NO_TICKS: readonly Proven[] = [];

/** One plan: what was agreed, what was paid, and every entry that shows it. */
export function PlanPage() {
  const t = useT();
  const book = useBook();
  const id = useOrderId('/order/plan/:id');
  const query = useQuery({
    queryKey: privateKey('plans', book, 'one', id),
    queryFn: ({ signal }) => fetchResult('getPlan', { params: { id }, signal }),
  });
  return (
    <OrderFrame<PlanEvidence> id={id} query={query} back={{ href: '/trading', label: t('shell:nav.plans') }}>
      {(evidence) => <PlanReceipt id={id} evidence={evidence} refresh={() => void query.refetch()} />}
    </OrderFrame>
  );
}

interface PlanReceiptProps {
  readonly id: number;
  readonly evidence: PlanEvidence;
  readonly refresh: () => void;
}

function PlanReceipt({ id, evidence, refresh }: PlanReceiptProps) {
  const t = useT();
  const format = useFormat();
  const { plan, lines, log } = evidence;
  const pictures = useReceiptPictures(useBook());
  const terms = usePlanTerms(plan);
  const money = (value: string, name: string) => <Cents value={value} asset={plan.asset} name={name} />;
  const net = plan.penalty === null ? plan.earned : planNet(plan);
  const derived = planResultDerivations({
    ...plan,
    principal: plan.amount,
    penalty: plan.penalty ?? undefined,
  });
  const { promised } = planDerivations({
    principal: plan.amount,
    dailyYield: plan.dailyYield,
    days: plan.cycleDays,
    penaltyRate: plan.exitPenaltyRate,
  });
  const figure = { asset: plan.asset, places: 2, isRounded: true } as const;
  const name = t(plan.penalty === null ? 'plans:mine.earned' : 'plans:mine.net');
  const facts: readonly KeyValueRow[] = [
    { id: 'principal', name: t('plans:mine.principal'), value: money(plan.amount, t('plans:mine.principal')) },
    { id: 'daily', name: t('plans:daily'), value: format.percent(plan.dailyYield, { min: 2, max: 4 }) },
    { id: 'days', name: t('plans:days'), value: <bdi dir="ltr">{`${plan.paidDays} / ${plan.cycleDays}`}</bdi> },
    plan.penalty === null
      ? {
          id: 'promised',
          name: t('plans:sum.promised'),
          value: <Derived derivation={promised} value={plan.promised} name={t('plans:sum.promised')} {...figure} />,
        }
      : { id: 'penalty', name: t('plans:penalty'), value: money(plan.penalty, t('plans:penalty')), tone: 'down' },
    {
      id: 'matures',
      name: t('plans:sum.matures'),
      value: format.dateTime(plan.closedAt ?? plan.maturesAt),
    },
  ];
  return (
    <OrderReceipt
      id={id}
      evidence={evidence}
      ticks={NO_TICKS}
      refresh={refresh}
      picture={pictures.plan(plan)}
      title={plan.name}
      how={
        <>
          <Badge tone={plan.state === 'exited' ? 'neutral' : 'success'}>{t(`plans:state.${plan.state}`)}</Badge> {name}
        </>
      }
      result={
        <Derived
          derivation={plan.penalty === null ? derived.earned : derived.net}
          value={net}
          name={name}
          coloured
          {...figure}
        />
      }
      sentence={
        <RichText
          text="order:sentence.plan"
          values={{
            principal: <Figure value={plan.amount} places={2} asset={plan.asset} />,
            paid: <Figure value={String(plan.paidDays)} />,
            days: <Figure value={String(plan.cycleDays)} />,
            earned: (
              <Derived derivation={derived.earned} value={plan.earned} name={t('plans:mine.earned')} {...figure} />
            ),
          }}
        />
      }
      facts={facts}
      again={{ href: '/trading', label: t('plans:title') }}
      folds={() =>
        recordFolds(t, {
          records: { lines, log },
          terms: {
            count: terms.length,
            content: (
              <>
                <KeyValue rows={terms} />
                <p className={styles.note}>{t('plans:rule')}</p>
              </>
            ),
          },
        })
      }
    />
  );
}

/** What was agreed and what became of it, to the last decimal. */
function usePlanTerms(plan: PlanEvidence['plan']): readonly KeyValueRow[] {
  const t = useT();
  const format = useFormat();
  const money = (value: string) => <Money value={value} asset={plan.asset} />;
  const percent = (rate: string) => format.percent(rate, { min: 2, max: 4 });
  const rows: (KeyValueRow | false)[] = [
    { id: 'principal', name: t('plans:mine.principal'), value: money(plan.amount) },
    { id: 'daily', name: t('plans:daily'), value: percent(plan.dailyYield) },
    { id: 'each', name: t('plans:sum.daily'), value: money(plan.dailyAmount) },
    { id: 'days', name: t('plans:days'), value: `${plan.paidDays} / ${plan.cycleDays}` },
    { id: 'earned', name: t('plans:mine.earned'), value: money(plan.earned), strong: plan.penalty === null },
    { id: 'promised', name: t('plans:sum.promised'), value: money(plan.promised) },
    plan.penalty === null
      ? { id: 'penalty', name: t('plans:penalty'), value: percent(plan.exitPenaltyRate) }
      : {
          id: 'penalty',
          name: t('plans:penalty'),
          value: (
            <>
              {money(plan.penalty)} <span className={styles.note}>({percent(plan.exitPenaltyRate)})</span>
            </>
          ),
          tone: 'down',
        },
    plan.penalty !== null && {
      id: 'net',
      name: t('plans:mine.net'),
      value: <Money value={planNet(plan)} asset={plan.asset} coloured />,
      strong: true,
    },
    { id: 'starts', name: t('plans:sum.starts'), value: format.dateTime(plan.startedAt) },
    { id: 'matures', name: t('plans:sum.matures'), value: format.dateTime(plan.closedAt ?? plan.maturesAt) },
  ];
  return rows.filter((row) => row !== false);
}
