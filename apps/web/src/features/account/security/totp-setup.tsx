import type { ResultOf } from '@glasshouse/api';
import { CopyButton } from '@glasshouse/app/copy-button.tsx';
import { checkCode } from '@glasshouse/app/forms/checks';
import { checkAppCode, FactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { Form } from '@glasshouse/app/forms/form.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { QrCode } from '@glasshouse/app/qr-code.tsx';
import { BottomSheet, Stack, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { CodeInput } from '../../../parts/forms/code-input.tsx';
import { Submit } from '../../../parts/forms/sheet-form.tsx';
import { ProofFields, useProof } from './proof-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import styles from './security.module.css';

type Started = ResultOf<'startTotp'>;

/** Password, then the code to scan and the first one from the app, then the recovery codes. */
export function TotpSetup({ email, onClose }: { email: string | null; onClose: () => void }) {
  const t = useT();
  const refreshed = useRefreshed();
  const [started, setStarted] = useState<Started>();
  const [codes, setCodes] = useState<readonly string[]>();
  const finish = () => {
    refreshed();
    toasts.show({ title: t('security:totp.done') });
    onClose();
  };
  return (
    <BottomSheet
      open
      onClose={onClose}
      // Closed by mistake, the codes would be gone.
      dismissable={codes === undefined}
      title={t(codes === undefined ? 'security:totp.setUpTitle' : 'security:recovery.title')}
      description={started === undefined ? t('security:totp.proofText') : undefined}
      closeLabel={t('common:action.close')}
    >
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={finish} />
      ) : started === undefined ? (
        <ProofStep onStarted={setStarted} />
      ) : (
        <ScanStep started={started} email={email} onConfirmed={setCodes} />
      )}
    </BottomSheet>
  );
}

function ProofStep({ onStarted }: { onStarted: (started: Started) => void }) {
  const t = useT();
  const proof = useProof(false);
  const { busy, failure, submit } = useSending({
    check: proof.form.check,
    send: () => call('startTotp', { body: { password: proof.form.values.password } }),
    refuse: proof.form.refuse,
    done: onStarted,
  });
  return (
    <Form onSubmit={submit}>
      <ProofFields proof={proof} />
      <Submit label={t('security:action.continue')} busy={busy} failure={failure} />
    </Form>
  );
}

/** Groups of four, as apps show it and people type it. */
const grouped = (secret: string): string => secret.replace(/(.{4})(?=.)/g, '$1 ');

interface ScanStepProps {
  readonly started: Started;
  readonly email: string | null;
  readonly onConfirmed: (codes: readonly string[]) => void;
}

function ScanStep({ started, email, onConfirmed }: ScanStepProps) {
  const t = useT();
  const form = useForm(
    { totp: '', code: '' },
    { totp: checkAppCode(t('account:field.enterCode')), ...(email !== null && { code: checkCode(t) }) },
  );
  const { totp, code } = form.values;
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('confirmTotp', { body: { totp: totp.trim(), ...(email !== null && { code }) } }),
    refuse: form.refuse,
    done: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <Form onSubmit={submit}>
      <p>{t('security:totp.scanText')}</p>
      <div className={styles.scan}>
        <QrCode text={started.uri} label={t('security:totp.qrLabel')} className={styles.qr} />
        <Stack gap={3} className={styles.key}>
          <p className={styles.note}>{t('security:totp.secretText')}</p>
          <code className={styles.secret} dir="ltr" translate="no">
            {grouped(started.secret)}
          </code>
          <div className={styles.keep}>
            <CopyButton text={started.secret}>{t('security:totp.copySecret')}</CopyButton>
          </div>
          <a className={styles.link} href={started.uri}>
            {t('security:totp.openApp')}
          </a>
        </Stack>
      </div>
      <FactorCode
        {...form.field('totp')}
        digitsOnly
        label={t('security:totp.code')}
        hint={t('security:totp.codeHint')}
      />
      <p>{email === null ? t('security:totp.noEmailText') : t('security:totp.confirmText', { email })}</p>
      {email !== null && (
        <CodeInput {...form.field('code')} purpose="secure" email={email} onMissingEmail={() => undefined} />
      )}
      <Submit label={t('security:totp.switchOn')} busy={busy} failure={failure} />
    </Form>
  );
}
