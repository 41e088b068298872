import { TIMELINE_STEPS_MAX } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { reasonWords } from '@glasshouse/app/statement-words';
import { failureOf } from '@glasshouse/client/failure';
import { Button, Stack } from '@glasshouse/ui';
import { useState } from 'react';
import { fetchCall } from '../../api/client.ts';
import { Panel } from '../../parts/records/evidence.tsx';
import { PlainTable, usePages } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import type { LoanCase } from './loan-state.tsx';
import styles from './loans.module.css';

type Step = LoanCase['loan']['timeline'][number];

const PAGE = 100;

/** What happened when, with its postings and its entry in the log, and what comes next. */
export function LoanSteps({ loan }: { loan: LoanCase['loan'] }) {
  const t = useT();
  const translator = useTranslator();
  const format = useFormat();
  const may = useMay();
  const [isWhole, setWhole] = useState(false);
  const past = loan.timeline.filter(({ at }) => at !== null);
  const all = usePages<Step>(
    ['listLoanCaseSteps', loan.id, past.at(-1)?.seq],
    (page, signal) =>
      fetchCall('listLoanCaseSteps', { params: { id: loan.id }, query: { limit: PAGE, ...page }, signal }),
    isWhole,
  );
  const read = all.data?.pages.flatMap(({ items }) => items);
  // What comes next stands behind the last page only.
  const steps =
    read === undefined
      ? loan.timeline
      : [...read, ...(all.hasNextPage ? [] : loan.timeline.filter(({ at }) => at === null))];
  return (
    <Panel wide title={t('loans:steps')}>
      <PlainTable
        caption={t('loans:steps')}
        rows={steps}
        rowKey={(step) => `${step.seq} ${step.step}`}
        columns={[
          {
            id: 'step',
            header: t('loans:console.step'),
            lead: true,
            cell: ({ step, note, at }) => (
              <span className={at === null ? styles.quiet : undefined}>
                {t(`loans:step.${step}`)}
                {note !== null && <bdi className={styles.note}>{note}</bdi>}
              </span>
            ),
          },
          {
            id: 'at',
            header: t('common:word.time'),
            cell: ({ at, dueAt }) => (
              <span className={at === null ? styles.quiet : undefined}>
                {at !== null
                  ? format.dateTime(at)
                  : dueAt === null
                    ? '–'
                    : t('loans:console.by', { time: format.dateTime(dueAt) })}
              </span>
            ),
          },
          {
            id: 'lines',
            header: t('records:ledger.postings'),
            cell: ({ lines }) =>
              lines.length === 0 ? (
                '–'
              ) : (
                <ul className={styles.lines}>
                  {lines.map(({ reason, account, symbol, amount }) => (
                    <li key={`${reason} ${account} ${symbol} ${amount}`}>
                      {reasonWords(translator, reason)} <bdi dir="ltr">{format.signedMoney(amount, symbol)}</bdi>
                    </li>
                  ))}
                </ul>
              ),
          },
          {
            id: 'seq',
            header: t('records:col.entry'),
            align: 'end',
            cell: ({ seq }) =>
              seq === null ? (
                '–'
              ) : may('ledger.read') ? (
                <Link href={`/ledger/entries/${seq}`} className={styles.link}>
                  {seq}
                </Link>
              ) : (
                seq
              ),
          },
        ]}
      />
      {read === undefined && TIMELINE_STEPS_MAX <= past.length && (
        <Stack gap={2}>
          {all.error !== null && <FailureNote failure={failureOf(all.error)} />}
          <Button loading={all.isFetching} onClick={() => (isWhole ? void all.refetch() : setWhole(true))}>
            {t('loans:stepsAll')}
          </Button>
        </Stack>
      )}
      <ShowMore pages={all} />
    </Panel>
  );
}
