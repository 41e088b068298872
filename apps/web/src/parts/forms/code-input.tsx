import type { BodyOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Button, Stack, TextField, type TextFieldProps, toasts } from '@glasshouse/ui';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/client.ts';

export interface CodeInputProps extends Omit<TextFieldProps, 'label' | 'type'> {
  readonly purpose: BodyOf<'sendCode'>['type'];
  /** The recipient; undefined while the address is incomplete. */
  readonly email: string | undefined;
  /** Shows the error of the address. */
  readonly onMissingEmail: () => void;
}

/** Six digits in groups, with the spaces and marks that come along. The server folds them. */
const TYPED_MAX = 24;

/** A six-digit code from an email, with the button that sends it and the wait before the next. */
export function CodeInput({ purpose, email, onMissingEmail, ...field }: CodeInputProps) {
  const t = useT();
  const input = useRef<HTMLInputElement>(null);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [wait, setWait] = useState(0);
  useEffect(() => {
    if (wait <= 0) return;
    const timer = setTimeout(() => setWait(wait - 1), 1000);
    return () => clearTimeout(timer);
  }, [wait]);

  const send = async () => {
    if (email === undefined) {
      onMissingEmail();
      return;
    }
    setBusy(true);
    setFailure(undefined);
    const answer = await call('sendCode', { body: { account: email, type: purpose } });
    setBusy(false);
    if (answer.ok) {
      setWait(answer.result.cooldownSeconds);
      toasts.show({ title: t('account:register.codeSent'), tone: 'info' });
      // The button is now disabled and would lose the focus; the code is next.
      input.current?.focus();
    } else setFailure(answer.failure);
  };
  return (
    <Stack gap={2}>
      <TextField
        {...field}
        ref={input}
        label={t('account:field.code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={TYPED_MAX}
        dir="ltr"
        size="l"
        end={
          <Button size="s" variant="quiet" loading={busy} disabled={0 < wait} onClick={() => void send()}>
            {0 < wait ? t('account:register.resendIn', { seconds: wait }) : t('account:register.sendCode')}
          </Button>
        }
      />
      {failure && <FailureNote failure={failure} />}
    </Stack>
  );
}
