import type { ResultOf } from '@glasshouse/api';
import { required } from '@glasshouse/app/forms/checks';
import { useForm } from '@glasshouse/app/forms/use-form';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { TextField, toasts } from '@glasshouse/ui';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { SheetForm } from '../../../parts/forms/sheet-form.tsx';
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
    <SheetForm
      title={t('security:passkeys.rename')}
      label={t('common:action.save')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        {...form.field('name')}
        label={t('security:passkeys.nameField')}
        maxLength={NAME_MAX}
        autoComplete="off"
        size="l"
      />
    </SheetForm>
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
    <SheetForm
      title={t('security:passkeys.removeTitle', { name: passkey.name })}
      description={t('security:passkeys.removeText')}
      label={t('security:passkeys.remove')}
      variant="danger"
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <ProofFields proof={proof} />
    </SheetForm>
  );
}
