import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { isSixDigitCode } from '@glasshouse/api/typed-text';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { QrCode } from '@glasshouse/app/qr-code.tsx';
import type { Failure } from '@glasshouse/client/failure';
import { Button, SkeletonBlock, TextField } from '@glasshouse/ui';
import { type FormEvent, useCallback, useEffect, useState } from 'react';
import { call } from '../../api/client.ts';
import styles from './factor-fields.module.css';

export type TotpResult = OperatorResultOf<'finishOperatorTotp'>;

const QR_HEIGHT = '2rem';
/** Six digits in groups, with the spaces and marks that come along. */
const TYPED_MAX = 24;

/** Adds an authenticator app: the secret as a picture and as text, proved by its first code. */
export function TotpForm({ onDone }: { onDone: (result: TotpResult) => void }) {
  const t = useT();
  const [started, setStarted] = useState<OperatorResultOf<'startOperatorTotp'>>();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();

  const start = useCallback(async () => {
    setFailure(undefined);
    const answer = await call('startOperatorTotp', { body: {} });
    if (answer.ok) setStarted(answer.result);
    else setFailure(answer.failure);
  }, []);
  useEffect(() => void start(), [start]);

  const send = async (value: string) => {
    if (busy || !isSixDigitCode(value)) return;
    setBusy(true);
    setFailure(undefined);
    const answer = await call('finishOperatorTotp', { body: { code: value } });
    setBusy(false);
    if (answer.ok) return onDone(answer.result);
    setFailure(answer.failure);
    setCode('');
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void send(code);
  };
  if (started === undefined) {
    return failure === undefined ? (
      <SkeletonBlock height={QR_HEIGHT} />
    ) : (
      <FailureNote failure={failure} retry={() => void start()} />
    );
  }
  return (
    <form noValidate className={styles.fields} onSubmit={submit}>
      <p>{t('console:totp.scan')}</p>
      <QrCode text={started.uri} label={t('console:totp.qr')} />
      <div>
        <p className={styles.note}>{t('console:totp.type')}</p>
        <p dir="ltr" className={styles.secret}>
          {started.secret.replace(/(.{4})(?=.)/g, '$1 ')}
        </p>
      </div>
      <TextField
        label={t('console:totp.firstCode')}
        inputMode="numeric"
        autoComplete="one-time-code"
        dir="ltr"
        size="l"
        maxLength={TYPED_MAX}
        value={code}
        onChange={(event) => {
          const { value } = event.currentTarget;
          setCode(value);
          if (isSixDigitCode(value)) void send(value);
        }}
      />
      {failure && <FailureNote failure={failure} />}
      <Button type="submit" variant="primary" size="l" full loading={busy} disabled={!isSixDigitCode(code)}>
        {t('console:totp.add')}
      </Button>
    </form>
  );
}
