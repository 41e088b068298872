import { TIMELINE_STEPS_MAX } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import type { Loan } from '@glasshouse/trade/loans/sums';
import { Button, Card, Section, Stack, type StepState, Timeline } from '@glasshouse/ui';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { useStateWords } from '../../parts/account/state-words.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import styles from './loans.module.css';

type Step = Loan['timeline'][number];
const BAD: readonly Step['step'][] = ['rejected', 'overdue', 'warned', 'sold', 'soldAndRepaid'];

/** A page of them is as long as a page may be. */
const PAGE = 100;
const PAGES_MAX = 50;

async function allSteps(id: number, signal: AbortSignal): Promise<Step[]> {
  const steps: Step[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < PAGES_MAX; pages += 1) {
    const query = cursor === undefined ? { limit: PAGE } : { limit: PAGE, cursor };
    const { items, next } = await fetchResult('listLoanSteps', { params: { id }, query, signal });
    steps.push(...items);
    if (next === null) break;
    cursor = next;
  }
  return steps;
}

/** What happened to the loan, and what comes next and by when. */
export function LoanSteps({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormat();
  const stateWords = useStateWords();
  const [isExpanded, setIsExpanded] = useState(false);
  const latest = loan.timeline.findLast(({ seq }) => seq !== null)?.seq ?? 0;
  const all = useQuery({
    queryKey: privateKey('loans', 'real', 'steps', loan.id, latest),
    queryFn: ({ signal }) => allSteps(loan.id, signal),
    enabled: isExpanded,
    placeholderData: keepPreviousData,
  });
  const isCut = TIMELINE_STEPS_MAX <= loan.timeline.filter(({ at }) => at !== null).length;
  const timeline = [
    ...(all.data ?? loan.timeline.filter(({ at }) => at !== null)),
    ...loan.timeline.filter(({ at }) => at === null),
  ];
  const first = timeline.findIndex(({ at }) => at === null);
  const stateOf = ({ step, at }: Step, index: number): StepState => {
    if (at !== null) return BAD.includes(step) ? 'failed' : 'done';
    return index === first ? 'current' : 'next';
  };
  const timeOf = ({ at, dueAt }: Step) => {
    if (at !== null) return <time dateTime={at}>{format.dateTime(at)}</time>;
    if (dueAt === null) return undefined;
    return t('wallet:timeline.due', { time: format.dateTime(dueAt), left: format.relative(dueAt, serverNow()) });
  };
  return (
    <Section title={t('loans:steps')}>
      <Card>
        <Timeline
          label={t('loans:steps')}
          stateWords={stateWords}
          steps={timeline.map((step, index) => ({
            id: `${step.step} ${index}`,
            state: stateOf(step, index),
            title: t(`loans:step.${step.step}`),
            at: timeOf(step),
            note: step.note ?? undefined,
          }))}
        />
        {isCut && all.data === undefined && (
          <Stack gap={2} className={styles.actions}>
            {all.error && <FailureNote failure={failureOf(all.error)} />}
            <Button loading={all.isFetching} onClick={() => (isExpanded ? void all.refetch() : setIsExpanded(true))}>
              {t('loans:stepsAll')}
            </Button>
          </Stack>
        )}
      </Card>
    </Section>
  );
}
