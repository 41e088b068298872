import { useT } from '@glasshouse/app/language/language';
import { type CeremonyProblem, createPasskey } from '@glasshouse/app/passkeys/ceremony';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, TextField, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { SheetForm } from '../../../parts/forms/sheet-form.tsx';
import { ProofFields, useProof } from './proof-fields.tsx';

const NAME_MAX = 60;

interface AddPasskeyProps {
  readonly totp: boolean;
  /** The first takes nothing away from anybody, so it stops no withdrawals. */
  readonly isFirst: boolean;
  readonly onClose: () => void;
}

/** The owner's proof, then the device's own dialog. */
export function AddPasskey({ totp, isFirst, onClose }: AddPasskeyProps) {
  const t = useT();
  const refreshed = useRefreshed();
  const proof = useProof(totp);
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [problem, setProblem] = useState<CeremonyProblem>();

  const add = async () => {
    const started = await call('startPasskey', { body: proof.body });
    if (!started.ok) {
      if (!(await proof.form.refuse(started.failure))) setFailure(started.failure);
      return;
    }
    const made = await createPasskey(started.result);
    if (!made.ok) {
      setProblem(made.problem);
      return;
    }
    const named = name.trim() === '' ? {} : { name: name.trim() };
    const added = await call('addPasskey', { body: { ...named, response: made.value } });
    if (!added.ok) {
      setFailure(added.failure);
      return;
    }
    toasts.show({ title: t('security:passkeys.added') });
    refreshed();
    onClose();
  };
  const submit = async () => {
    if (busy || !proof.form.check()) return;
    setBusy(true);
    setFailure(undefined);
    setProblem(undefined);
    await add().finally(() => setBusy(false));
  };
  return (
    <SheetForm
      title={t('security:passkeys.add')}
      description={t(isFirst ? 'security:passkeys.addText' : 'security:passkeys.addMoreText')}
      label={t('security:action.continue')}
      busy={busy}
      failure={failure}
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label={t('security:passkeys.nameField')}
        hint={t('security:passkeys.nameHint')}
        value={name}
        maxLength={NAME_MAX}
        onChange={(event) => setName(event.currentTarget.value)}
        autoComplete="off"
        size="l"
      />
      <ProofFields proof={proof} />
      {problem !== undefined && <Banner kind="warning">{t(`security:passkeys.problem.${problem}`)}</Banner>}
    </SheetForm>
  );
}
