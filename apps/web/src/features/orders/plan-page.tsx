import type { ResultOf } from '@glasshouse/api';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { planNet } from '@glasshouse/trade/plans/result';
import { Badge, Card, KeyValue, type KeyValueRow, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import styles from './order.module.css';
import { OrderFrame, useOrderId } from './order-frame.tsx';
import { Proof } from './proof.tsx';
import { Records } from './records.tsx';
import { useReceiptPictures } from './use-receipt-pictures.ts';

type PlanEvidence = ResultOf<'getPlan'>;

/** One plan: what was agreed, what was paid, and every entry that shows it. */
export function PlanPage() {
  const t = useT();
  const book = useBook();
  const pictures = useReceiptPictures(book);
  const id = useOrderId('/order/plan/:id');
  const query = useQuery({
    queryKey: privateKey('plans', book, 'one', id),
    queryFn: ({ signal }) => fetchResult('getPlan', { params: { id }, signal }),
  });
  return (
    <OrderFrame<PlanEvidence>
      id={id}
      query={query}
      back={{ href: '/trading', label: t('shell:nav.plans') }}
      title={({ plan }) => plan.name}
      badge={({ plan }) => (
        <Badge tone={plan.state === 'exited' ? 'neutral' : 'success'}>{t(`plans:state.${plan.state}`)}</Badge>
      )}
    >
      {(evidence) => (
        <>
          <Card>
            <Sums plan={evidence.plan} />
            <div className={styles.actions}>
              <LinkButton href="/trading">{t('plans:title')}</LinkButton>
            </div>
          </Card>
          <Proof
            id={id}
            evidence={evidence}
            ticks={[]}
            refresh={() => void query.refetch()}
            picture={pictures.plan(evidence.plan)}
          >
            {() => (
              <>
                <Section title={t('plans:terms.title')}>
                  <Card>
                    <p>{t('plans:rule')}</p>
                  </Card>
                </Section>
                <Records lines={evidence.lines} log={evidence.log} />
              </>
            )}
          </Proof>
        </>
      )}
    </OrderFrame>
  );
}

function Sums({ plan }: Pick<PlanEvidence, 'plan'>) {
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
  return <KeyValue rows={rows.filter((row) => row !== false)} />;
}
