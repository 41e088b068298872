import { Form } from '@glasshouse/app/forms/form.tsx';
import { useSending } from '@glasshouse/app/forms/use-sending';
import { useT } from '@glasshouse/app/language/language';
import { BottomSheet, Button, KeyValue, Stack, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { call } from '../../../api/client.ts';
import { useRefreshed } from '../../../parts/account/use-refreshed.ts';
import { Submit } from '../../../parts/forms/sheet-form.tsx';
import type { SecurityState } from './next-step.ts';
import { ProofFields, useProof } from './proof-fields.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

interface TotpManageProps {
  readonly state: SecurityState;
  readonly onClose: () => void;
}

/** New recovery codes, or off again. */
export function TotpManage({ state, onClose }: TotpManageProps) {
  const t = useT();
  const [doing, setDoing] = useState<'renew' | 'remove'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const refreshed = useRefreshed();
  const title =
    codes !== undefined
      ? t('security:recovery.title')
      : doing === 'renew'
        ? t('security:totp.renew')
        : doing === 'remove'
          ? t('security:totp.removeTitle')
          : t('security:totp.name');
  const about =
    codes !== undefined || doing === undefined
      ? undefined
      : t(doing === 'renew' ? 'security:totp.renewText' : 'security:totp.removeText');
  return (
    <BottomSheet
      open
      onClose={onClose}
      dismissable={codes === undefined}
      title={title}
      description={about}
      closeLabel={t('common:action.close')}
    >
      {codes !== undefined ? (
        <RecoveryCodes codes={codes} onDone={onClose} />
      ) : doing === 'renew' ? (
        <Renew
          onDone={(renewed) => {
            refreshed();
            setCodes(renewed);
          }}
        />
      ) : doing === 'remove' ? (
        <Remove
          onDone={() => {
            refreshed();
            toasts.show({ title: t('security:totp.removed') });
            onClose();
          }}
        />
      ) : (
        <Stack gap={4}>
          <KeyValue rows={[{ id: 'left', name: t('security:recovery.left'), value: state.recoveryCodesLeft }]} />
          <Button full onClick={() => setDoing('renew')}>
            {t('security:totp.renew')}
          </Button>
          <Button full variant="danger" onClick={() => setDoing('remove')}>
            {t('security:totp.remove')}
          </Button>
        </Stack>
      )}
    </BottomSheet>
  );
}

function Renew({ onDone }: { onDone: (codes: readonly string[]) => void }) {
  const t = useT();
  const proof = useProof(true);
  const { password, totp } = proof.form.values;
  const { busy, failure, submit } = useSending({
    check: proof.form.check,
    send: () => call('renewRecoveryCodes', { body: { password, totp: totp.trim() } }),
    refuse: proof.form.refuse,
    done: ({ recoveryCodes }) => onDone(recoveryCodes),
  });
  return (
    <Form onSubmit={submit}>
      <ProofFields proof={proof} />
      <Submit label={t('security:totp.renew')} busy={busy} failure={failure} />
    </Form>
  );
}

function Remove({ onDone }: { onDone: () => void }) {
  const t = useT();
  const proof = useProof(true);
  const { password, totp } = proof.form.values;
  const { busy, failure, submit } = useSending({
    check: proof.form.check,
    send: () => call('removeTotp', { body: { password, totp: totp.trim() } }),
    refuse: proof.form.refuse,
    done: onDone,
  });
  return (
    <Form onSubmit={submit}>
      <ProofFields proof={proof} />
      <Submit label={t('security:totp.remove')} variant="danger" busy={busy} failure={failure} />
    </Form>
  );
}
