import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { required } from '@glasshouse/app/forms/checks';
import { Form } from '@glasshouse/app/forms/form.tsx';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { BottomSheet, Button, TextField, toasts } from '@glasshouse/ui';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { ProofFields, useProof } from './proof-fields.tsx';

const NAME_MAX = 60;

export type Passkey = ResultOf<'listPasskeys'>[number];

interface PasskeyDialogProps {
  readonly passkey: Passkey;
  readonly onClose: () => void;
}

export function RenamePasskey({ passkey, onClose }: PasskeyDialogProps) {
  const t = useT();
  const refreshed = useRefreshed();
  const form = useForm({ name: passkey.name }, { name: required(t('security:passkeys.enterName')) });
  const { busy, failure, submit } = useSending({
    check: form.check,
    send: () => call('renamePasskey', { body: { id: passkey.id, name: form.values.name.trim() } }),
    refuse: form.refuse,
    done: () => {
      toasts.show({ title: t('security:passkeys.renamed') });
      refreshed();
      onClose();
    },
  });
  return (
    <BottomSheet open onClose={onClose} title={t('security:passkeys.rename')} closeLabel={t('common:action.close')}>
      <Form onSubmit={submit}>
        <TextField
          {...form.field('name')}
          label={t('security:passkeys.nameField')}
          maxLength={NAME_MAX}
          autoComplete="off"
          size="l"
        />
        {failure && <FailureNote failure={failure} />}
        <Button type="submit" variant="primary" size="l" full loading={busy}>
          {t('common:action.save')}
        </Button>
      </Form>
    </BottomSheet>
  );
}

export function RemovePasskey({ passkey, totp, onClose }: PasskeyDialogProps & { readonly totp: boolean }) {
  const t = useT();
  const refreshed = useRefreshed();
  const proof = useProof(totp);
  const { busy, failure, submit } = useSending({
    check: proof.form.check,
    send: () => call('removePasskey', { body: { id: passkey.id, ...proof.body } }),
    refuse: proof.form.refuse,
    done: () => {
      toasts.show({ title: t('security:passkeys.removed') });
      refreshed();
      onClose();
    },
  });
  return (
    <BottomSheet
      open
      onClose={onClose}
      title={t('security:passkeys.removeTitle', { name: passkey.name })}
      description={t('security:passkeys.removeText')}
      closeLabel={t('common:action.close')}
    >
      <Form onSubmit={submit}>
        <ProofFields proof={proof} />
        {failure && <FailureNote failure={failure} />}
        <Button type="submit" variant="danger" size="l" full loading={busy}>
          {t('security:passkeys.remove')}
        </Button>
      </Form>
    </BottomSheet>
  );
}
