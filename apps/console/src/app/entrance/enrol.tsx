import { useT } from '@glasshouse/app/language/language';
import { passkeyObstacle } from '@glasshouse/app/passkeys/passkey-support';
import { Banner, Button } from '@glasshouse/ui';
import { FingerprintPattern, Smartphone } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { setSession } from '../../api/session-cell.ts';
import { PasskeyForm } from '../../parts/factors/passkey-form.tsx';
import { RecoveryCodes } from '../../parts/factors/recovery-codes.tsx';
import { TotpForm, type TotpResult } from '../../parts/factors/totp-form.tsx';
import { EntranceFrame } from './entrance-frame.tsx';

/** Nobody works here without a second factor: the first one is added before anything else. */
export function Enrol() {
  const t = useT();
  const [method, setMethod] = useState<'totp' | 'passkey'>();
  const [enrolled, setEnrolled] = useState<TotpResult>();
  if (enrolled !== undefined) {
    return (
      <EntranceFrame title={t('console:recovery.title')} text={t('console:recovery.text')}>
        <RecoveryCodes codes={enrolled.recoveryCodes} onDone={() => setSession(enrolled.session)} />
      </EntranceFrame>
    );
  }
  if (method === 'totp') {
    return (
      <EntranceFrame title={t('console:totp.title')} leave>
        <TotpForm onDone={setEnrolled} />
      </EntranceFrame>
    );
  }
  return (
    <EntranceFrame title={t('console:enrol.title')} text={t('console:enrol.text')} leave>
      <Button size="l" full variant="primary" icon={Smartphone} onClick={() => setMethod('totp')}>
        {t('console:enrol.app')}
      </Button>
      {method === 'passkey' ? (
        <PasskeyForm onDone={setSession} />
      ) : (
        <Button
          size="l"
          full
          icon={FingerprintPattern}
          disabled={passkeyObstacle() !== undefined}
          onClick={() => setMethod('passkey')}
        >
          {t('console:enrol.passkey')}
        </Button>
      )}
      {passkeyObstacle() !== undefined && <Banner kind="info">{t('console:enrol.noPasskeys')}</Banner>}
    </EntranceFrame>
  );
}
