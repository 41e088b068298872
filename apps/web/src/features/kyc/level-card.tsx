import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { Badge, Button, Card, KeyValue, Timeline } from '@glasshouse/ui';
import { serverNow } from '../../live/clock.ts';
import { useStateWords } from '../../parts/account/state-words.ts';
import { useKycLimits } from '../../parts/kyc/use-kyc-limits.ts';
import styles from './kyc.module.css';
import type { KycStatus, Level } from './kyc-values.ts';
import { levelSteps } from './level-steps.ts';

const TONE = { none: 'neutral', pending: 'accent', verified: 'success', notPassed: 'danger' } as const;

interface LevelCardProps {
  readonly level: Level;
  readonly status: KycStatus;
  /** Undefined where there is nothing to send now. */
  readonly onOpen: (() => void) | undefined;
}

/** One check: what it opens, where it stands, and what to do next. */
export function LevelCard({ level, status, onOpen }: LevelCardProps) {
  const { t, locale } = useTranslator();
  const format = useFormat();
  const stateWords = useStateWords();
  const rates = useKycLimits().data?.loanRates;
  const now = status[level];
  const { state, submitted } = now;
  const isLater = level === 'full' && status.basic.state !== 'verified';
  const steps = levelSteps(now).map(({ id, state: stepState, at, dueAt }) => ({
    id,
    state: stepState,
    title: t(`kyc:step.${id === 'result' && stepState === 'failed' ? 'notPassed' : id}`),
    at:
      at !== undefined ? (
        <time dateTime={at}>{format.dateTime(at)}</time>
      ) : dueAt !== undefined ? (
        t('kyc:step.due', { time: format.dateTime(dueAt), left: format.relative(dueAt, serverNow()) })
      ) : undefined,
    note:
      id === 'result' ? (
        <Result level={level} status={status} />
      ) : stepState === 'done' ? undefined : (
        t(`kyc:note.${id === 'send' && isLater ? 'afterBasic' : id}`)
      ),
  }));
  return (
    <Card>
      <div className={styles.levelHead}>
        <div>
          <h2 className={styles.levelTitle}>{t(`kyc:level.${level}`)}</h2>
          {rates !== undefined && (
            <p className={styles.muted}>
              {t(`kyc:opens.${level}`, { share: format.percent(rates[level], { max: 2 }) })}
            </p>
          )}
        </div>
        <Badge tone={TONE[state]} dot={state === 'pending'}>
          {t(`kyc:state.${state}`)}
        </Badge>
      </div>
      <Timeline label={t(`kyc:level.${level}`)} steps={steps} stateWords={stateWords} />
      {submitted !== null && (
        <div className={styles.facts}>
          <KeyValue
            dense
            rows={[
              { id: 'name', name: t('kyc:part.name'), value: <bdi>{submitted.name}</bdi> },
              {
                id: 'document',
                name: t('kyc:part.document'),
                value: (
                  <>
                    {t(`kyc:document.${submitted.documentType}`)} <bdi dir="ltr">{submitted.documentNumber}</bdi>
                  </>
                ),
              },
              {
                id: 'country',
                name: t('kyc:part.country'),
                value: new Intl.DisplayNames([locale], { type: 'region' }).of(submitted.country),
              },
            ]}
          />
        </div>
      )}
      {onOpen !== undefined && (
        <div className={styles.action}>
          <Button variant="primary" onClick={onOpen}>
            {t(
              state === 'notPassed'
                ? 'kyc:action.again'
                : now.draft === null
                  ? `kyc:action.${level}`
                  : 'kyc:action.continue',
            )}
          </Button>
        </div>
      )}
    </Card>
  );
}

/** The reason, what the reviewer added, and exactly the parts to send again. */
function Result({ level, status }: Pick<LevelCardProps, 'level' | 'status'>) {
  const { t } = useTranslator();
  const { state, text, note, refused } = status[level];
  if (state === 'verified') return t(`kyc:passed.${level}`);
  if (state !== 'notPassed') return t('kyc:note.result');
  return (
    <>
      <p>{text ?? t('kyc:note.notPassed')}</p>
      {note !== null && <bdi>{note}</bdi>}
      {0 < refused.length && (
        <ul className={styles.refused} aria-label={t('kyc:refusedParts')}>
          {refused.map((refusal) => (
            <li key={refusal.part}>
              <strong>{t(`kyc:part.${refusal.part}`)}</strong>
              <span>{refusal.text}</span>
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
