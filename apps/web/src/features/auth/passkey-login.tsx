import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { pageAddress } from '@glasshouse/app/page-host';
import { signWithPasskey } from '@glasshouse/app/passkeys/ceremony';
import { passkeyObstacle } from '@glasshouse/app/passkeys/passkey-support';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, useIsHydrating } from '@glasshouse/ui';
import { Fingerprint } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { call } from '../../api/client.ts';

/**
 * A passkey stands for name, password and code. Nothing where this browser or address knows none.
 */
export function PasskeyLogin({ onDone }: { onDone: (result: ResultOf<'loginWithPasskey'>) => void }) {
  const t = useT();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const [cancelled, setCancelled] = useState(false);
  const isHydrating = useIsHydrating();
  // What a server can know of it is the address.
  if ((isHydrating ? passkeyObstacle(pageAddress(), true, true) : passkeyObstacle()) !== undefined) return null;

  const login = async () => {
    const request = await call('getPasskeyRequest', { body: {} });
    if (!request.ok) {
      setFailure(request.failure);
      return;
    }
    const signed = await signWithPasskey(request.result);
    if (!signed.ok) {
      setCancelled(true);
      return;
    }
    const answer = await call('loginWithPasskey', { body: { response: signed.value } });
    if (answer.ok) onDone(answer.result);
    else setFailure(answer.failure);
  };
  return (
    <>
      <Button
        size="l"
        full
        icon={Fingerprint}
        loading={busy}
        onClick={() => {
          setBusy(true);
          setFailure(undefined);
          setCancelled(false);
          void login().finally(() => setBusy(false));
        }}
      >
        {t('account:login.passkey')}
      </Button>
      {cancelled && <Banner kind="warning">{t('account:login.passkeyCancelled')}</Banner>}
      {failure && <FailureNote failure={failure} />}
    </>
  );
}
