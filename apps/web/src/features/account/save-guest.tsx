import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { Form } from '@glasshouse/app/forms/form.tsx';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { updateAccount } from '@glasshouse/app/session/session';
import { Button, TextField, toasts } from '@glasshouse/ui';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import { CredentialFields, useCredentials } from '../../parts/forms/credentials.tsx';
import { Part } from './part.tsx';

/** Upgrades a guest to a full account: the same balances and history, now with a login. */
export function SaveGuest() {
  const t = useT();
  const client = useQueryClient();
  const credentials = useCredentials();
  const [invite, setInvite] = useState('');
  const inviteCode = invite.trim();
  const { busy, failure, submit } = useSending({
    check: credentials.check,
    send: () => call('upgradeGuest', { body: { ...credentials.body, ...(inviteCode !== '' && { inviteCode }) } }),
    refuse: credentials.form.refuse,
    done: (user) => {
      updateAccount(user);
      void client.invalidateQueries({ queryKey: ['private'] });
      toasts.show({ title: t('account:guest.done') });
    },
  });
  return (
    <Part id="save" title={t('account:guest.title')} note={t('account:guest.text')}>
      <Form onSubmit={submit}>
        <CredentialFields credentials={credentials} purpose="bind" />
        <TextField
          label={t('account:register.inviteCode')}
          value={invite}
          onChange={(event) => setInvite(event.currentTarget.value)}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={32}
          dir="ltr"
          size="l"
        />
        {failure && <FailureNote failure={failure} />}
        <Button type="submit" variant="primary" loading={busy}>
          {t('account:guest.submit')}
        </Button>
      </Form>
    </Part>
  );
}
