import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useCopy } from '@glasshouse/app/hooks/use-copy';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { BottomSheet, Button } from '@glasshouse/ui';
import { KeyRound } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { call } from '../../api/client.ts';
import type { Operator } from './operator.ts';
import styles from './operators.module.css';

interface Secret {
  readonly text: string;
  readonly expiresAt: string;
}

/**
 * The caller's half of an approved invitation: who asked gets the link, who approved gets the code
 * that belongs to it. Neither is of use without the other.
 */
export function Invitation({ operator }: { operator: Operator }) {
  const t = useT();
  const format = useFormat();
  const [secret, setSecret] = useState<Secret>();
  const [failure, setFailure] = useState<Failure>();
  const [busy, setBusy] = useState(false);
  const copy = useCopy();
  const part = operator.invitation?.part;
  if (part == null) return null;
  const show = async () => {
    setBusy(true);
    setFailure(undefined);
    const input = { params: { id: operator.id }, body: {} };
    if (part === 'link') {
      const answer = await call('makeOperatorLink', input);
      if (answer.ok) setSecret({ text: answer.result.link, expiresAt: answer.result.expiresAt });
      else setFailure(answer.failure);
    } else {
      const answer = await call('makeOperatorLinkCode', input);
      if (answer.ok) setSecret({ text: answer.result.code, expiresAt: answer.result.expiresAt });
      else setFailure(answer.failure);
    }
    setBusy(false);
  };
  const close = () => {
    setSecret(undefined);
    setFailure(undefined);
  };
  return (
    <>
      <Button size="s" icon={KeyRound} loading={busy} onClick={() => void show()}>
        {t(part === 'link' ? 'console:operators.showLink' : 'console:operators.showCode')}
      </Button>
      <BottomSheet
        open={secret !== undefined || failure !== undefined}
        width="s"
        title={t(part === 'link' ? 'console:operators.link' : 'console:operators.code')}
        description={t(part === 'link' ? 'console:operators.linkText' : 'console:operators.codeText', {
          name: operator.name,
        })}
        closeLabel={t('common:action.close')}
        onClose={close}
      >
        <div className={styles.column}>
          {failure && <FailureNote failure={failure} />}
          {secret && (
            <>
              <p dir="ltr" className={styles.secret}>
                {secret.text}
              </p>
              <p>{t('console:operators.until', { time: format.dateTime(secret.expiresAt) })}</p>
              <Button variant="primary" full onClick={() => void copy(secret.text)}>
                {t('console:copy')}
              </Button>
            </>
          )}
        </div>
      </BottomSheet>
    </>
  );
}
