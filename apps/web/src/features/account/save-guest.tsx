import { Button, Stack, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Failure } from '../../api/failure.ts';
import { useT } from '../../i18n/language.ts';
import { updateAccount } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { CredentialFields, useCredentials } from '../../shared/forms/credentials.tsx';
import { Part } from './part.tsx';

/** A guest becomes a full account: the same balances and history, now with a login. */
export function SaveGuest() {
  const t = useT();
  const client = useQueryClient();
  const credentials = useCredentials();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const submit = async () => {
    if (!credentials.check()) return;
    setBusy(true);
    setFailure(undefined);
    const answer = await call('upgradeGuest', { body: credentials.body });
    setBusy(false);
    if (answer.ok) {
      updateAccount(answer.result);
      void client.invalidateQueries({ queryKey: ['private'] });
      toasts.show({ title: t('account:guest.done') });
    } else if (!(await credentials.form.refuse(answer.failure))) setFailure(answer.failure);
  };
  return (
    <Part id="save" title={t('account:guest.title')} note={t('account:guest.text')}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <Stack gap={4}>
          <CredentialFields credentials={credentials} purpose="bind" />
          {failure && <FailureNote failure={failure} />}
          <Button type="submit" variant="primary" loading={busy}>
            {t('account:guest.submit')}
          </Button>
        </Stack>
      </form>
    </Part>
  );
}
