import { isFactorCode, isSixDigitCode } from '@glasshouse/api/typed-text';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, TextField } from '@glasshouse/ui';
import { FingerprintPattern } from '@glasshouse/ui/icon/icons';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/client.ts';
import type { OperatorSession } from '../../session/session.ts';
import { useFirstFocus } from '../page/use-first-focus.ts';
import styles from './factor-fields.module.css';
import { answerPasskey } from './passkeys.ts';

/** Room for a code in groups, with the spaces and marks that come along. */
const TYPED_MAX = 32;

interface FactorFieldsProps {
  readonly factors: OperatorSession['factors'];
  readonly onDone: (session: OperatorSession) => void;
}

/** Proves a second factor: by passkey in one press, or by the code of the app. */
export function FactorFields({ factors, onDone }: FactorFieldsProps) {
  const t = useT();
  const codeField = useFirstFocus<HTMLInputElement>();
  const [code, setCode] = useState('');
  const [busy, setBusy] = useState<'code' | 'passkey'>();
  const [failure, setFailure] = useState<Failure>();
  const [isCancelled, setCancelled] = useState(false);

  const sendCode = async (value: string) => {
    if (busy !== undefined || !isFactorCode(value)) return;
    setBusy('code');
    setFailure(undefined);
    const answer = await call('confirmOperatorCode', { body: { code: value } });
    setBusy(undefined);
    if (answer.ok) return onDone(answer.result);
    setFailure(answer.failure);
    setCode('');
  };
  const withPasskey = async () => {
    setBusy('passkey');
    setFailure(undefined);
    setCancelled(false);
    const answer = await answerPasskey();
    setBusy(undefined);
    if (answer === 'cancelled') setCancelled(true);
    else if (answer.ok) onDone(answer.result);
    else setFailure(answer.failure);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    void sendCode(code);
  };
  return (
    <div className={styles.fields}>
      {factors.includes('passkey') && (
        <Button
          variant={factors.includes('totp') ? 'secondary' : 'primary'}
          size="l"
          full
          icon={FingerprintPattern}
          loading={busy === 'passkey'}
          onClick={() => void withPasskey()}
        >
          {t('console:factor.usePasskey')}
        </Button>
      )}
      {isCancelled && <Banner kind="info">{t('console:factor.passkeyCancelled')}</Banner>}
      {factors.includes('totp') && (
        <form noValidate className={styles.fields} onSubmit={submit}>
          <TextField
            label={t('console:factor.code')}
            hint={t('console:factor.codeHint')}
            inputMode="text"
            autoComplete="one-time-code"
            ref={codeField}
            dir="ltr"
            size="l"
            maxLength={TYPED_MAX}
            value={code}
            onChange={(event) => {
              const { value } = event.currentTarget;
              setCode(value);
              // Six digits are complete: nobody needs to press anything.
              if (isSixDigitCode(value)) void sendCode(value);
            }}
          />
          <Button
            type="submit"
            variant="primary"
            size="l"
            full
            loading={busy === 'code'}
            disabled={!isFactorCode(code)}
          >
            {t('console:factor.confirm')}
          </Button>
        </form>
      )}
      {failure && <FailureNote failure={failure} />}
    </div>
  );
}
