import { Card, Section, type StepState, Timeline } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { serverNow } from '../../live/clock.ts';
import { useFormat } from '../../shared/format.ts';
import { useStateWords } from '../../shared/real/state-words.ts';
import styles from './loans.module.css';
import type { Loan } from './sums.ts';

type Step = Loan['timeline'][number];
const BAD: readonly Step['step'][] = ['rejected', 'overdue', 'warned', 'sold', 'soldAndRepaid'];

/** As many steps of a loan are kept: the first and the latest ones. */
const KEPT_MAX = 25;

/** What happened to the loan, and what comes next and by when. */
export function LoanSteps({ loan }: { loan: Loan }) {
  const t = useT();
  const format = useFormat();
  const stateWords = useStateWords();
  const { timeline } = loan;
  const past = timeline.filter(({ at }) => at !== null).length;
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
        {KEPT_MAX <= past && <p className={styles.muted}>{t('loans:stepsCut', { count: KEPT_MAX })}</p>}
      </Card>
    </Section>
  );
}
