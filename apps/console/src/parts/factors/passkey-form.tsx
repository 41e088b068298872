import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, TextField } from '@glasshouse/ui';
import { FingerprintPattern } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import type { OperatorSession } from '../../session/session.ts';
import styles from './factor-fields.module.css';
import { addPasskey } from './passkeys.ts';

const NAME_LENGTH_MAX = 60;

/** Adds a passkey under a name by which one will know the device. */
export function PasskeyForm({ onDone }: { onDone: (session: OperatorSession) => void }) {
  const t = useT();
  const [name, setName] = useState('');
  const [busy, setBusy] = useState(false);
  const [outcome, setOutcome] = useState<Failure | 'cancelled'>();
  const add = async () => {
    setBusy(true);
    setOutcome(undefined);
    const answer = await addPasskey(name.trim());
    setBusy(false);
    if (answer === 'cancelled') setOutcome(answer);
    else if (answer.ok) onDone(answer.result);
    else setOutcome(answer.failure);
  };
  return (
    <div className={styles.fields}>
      <TextField
        label={t('console:passkey.name')}
        hint={t('console:passkey.nameHint')}
        maxLength={NAME_LENGTH_MAX}
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      {outcome === 'cancelled' && <Banner kind="info">{t('console:factor.passkeyCancelled')}</Banner>}
      {outcome !== undefined && outcome !== 'cancelled' && <FailureNote failure={outcome} />}
      <Button
        variant="primary"
        full
        icon={FingerprintPattern}
        loading={busy}
        disabled={name.trim() === ''}
        onClick={() => void add()}
      >
        {t('console:passkey.add')}
      </Button>
    </div>
  );
}
