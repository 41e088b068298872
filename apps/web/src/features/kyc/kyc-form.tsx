import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { Banner, Button, Card, toasts } from '@glasshouse/ui';
import { useKycLimits } from '../../parts/kyc/use-kyc-limits.ts';
import { BasicFields } from './basic-fields.tsx';
import { FullFields } from './full-fields.tsx';
import styles from './kyc.module.css';
import { BASIC_PARTS, type KycStatus, type Level, partsToSend, shownParts } from './kyc-values.ts';
import { useKycForm } from './use-kyc-form.ts';

interface KycFormProps {
  readonly level: Level;
  readonly status: KycStatus;
  readonly onDone: () => void;
}

/** The form of one check: all of it, or after a refusal only what was refused. */
export function KycForm({ level, status, onDone }: KycFormProps) {
  const t = useT();
  const asksDocument = useKycLimits().data?.basicDocument === true;
  const parts = partsToSend(level, status, asksDocument);
  const form = useKycForm({
    level,
    status,
    parts,
    onDone: () => {
      toasts.show({ title: t('kyc:submitted') });
      onDone();
    },
  });
  const { refused, state } = status[level];
  const shown = shownParts(parts, form.values);
  const basic = shown.filter((part) => BASIC_PARTS.includes(part));
  const full = shown.filter((part) => !BASIC_PARTS.includes(part));
  return (
    <form
      ref={form.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {state === 'notPassed' && 0 < refused.length && (
        <Banner kind="warning" className={styles.banner}>
          {t('kyc:sendAgain')}
          <ul className={styles.refused}>
            {refused.map((refusal) => (
              <li key={refusal.part}>
                <strong>{t(`kyc:part.${refusal.part}`)}</strong>
                <span>{refusal.text}</span>
              </li>
            ))}
          </ul>
        </Banner>
      )}
      <Card className={styles.form}>
        {0 < basic.length && <BasicFields form={form} parts={basic} />}
        {0 < full.length && <FullFields form={form} parts={full} />}
        {form.failure && <FailureNote failure={form.failure} />}
        <div className={styles.foot}>
          <span className={styles.draft} aria-live="polite">
            {t(`kyc:draft.${form.draftState}`)}
          </span>
          <Button type="submit" variant="primary" size="l" loading={form.busy}>
            {t('kyc:action.submit')}
          </Button>
        </div>
      </Card>
    </form>
  );
}
