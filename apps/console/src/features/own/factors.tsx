import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { passkeyObstacle } from '@glasshouse/app/passkeys/passkey-support';
import { type Failure, failureOf } from '@glasshouse/client/failure';
import { BottomSheet, Button, IconButton, SkeletonText, toasts } from '@glasshouse/ui';
import { FingerprintPattern, KeyRound, Smartphone, Trash2 } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { setSession } from '../../api/session-cell.ts';
import { PasskeyForm } from '../../parts/factors/passkey-form.tsx';
import { RecoveryCodes } from '../../parts/factors/recovery-codes.tsx';
import { TotpForm } from '../../parts/factors/totp-form.tsx';
import { Panel } from '../../parts/records/evidence.tsx';
import styles from './security-page.module.css';

/** Second factors: the app, passkeys, recovery codes. */
export function Factors() {
  const t = useT();
  const format = useFormat();
  const [adding, setAdding] = useState<'totp' | 'passkey'>();
  const [codes, setCodes] = useState<readonly string[]>();
  const [failure, setFailure] = useState<Failure>();
  const query = useQuery({
    queryKey: ['listOperatorFactors'],
    queryFn: ({ signal }) => fetchCall('listOperatorFactors', { signal }),
  });
  const done = (title: string) => {
    setAdding(undefined);
    toasts.show({ title });
    void query.refetch();
  };
  const remove = async (kind: 'totp' | 'passkey', id: number | null) => {
    setFailure(undefined);
    const answer = await call('removeOperatorFactor', { body: { kind, ...(id !== null && { id }) } });
    if (answer.ok) done(t('console:factor.removed'));
    else setFailure(answer.failure);
  };
  const renew = async () => {
    setFailure(undefined);
    const answer = await call('renewOperatorRecoveryCodes', { body: {} });
    if (answer.ok) setCodes(answer.result.recoveryCodes);
    else setFailure(answer.failure);
  };
  const factors = query.data?.factors ?? [];
  const hasTotp = factors.some((factor) => factor.kind === 'totp');
  const close = t('common:action.close');
  return (
    <Panel level={2} title={t('console:factor.own')}>
      {query.isPending && <SkeletonText lines={3} />}
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <ul>
        {factors.map((factor) => (
          <li key={`${factor.kind} ${factor.id ?? ''}`} className={styles.row}>
            <span>
              {factor.name ?? t(`console:factor.kind.${factor.kind}`)}
              <br />
              <span className={styles.quiet}>{t('console:factor.since', { time: format.date(factor.addedAt) })}</span>
            </span>
            <IconButton
              size="s"
              icon={Trash2}
              label={t('console:factor.remove', { name: factor.name ?? t(`console:factor.kind.${factor.kind}`) })}
              disabled={factors.length === 1}
              onClick={() => void remove(factor.kind, factor.id)}
            />
          </li>
        ))}
      </ul>
      {query.data && hasTotp && (
        <p className={styles.quiet}>{t('console:recovery.left', { count: query.data.recoveryCodesLeft })}</p>
      )}
      {failure && <FailureNote failure={failure} />}
      <div className={styles.buttons}>
        {!hasTotp && query.data && (
          <Button size="s" icon={Smartphone} onClick={() => setAdding('totp')}>
            {t('console:enrol.app')}
          </Button>
        )}
        <Button
          size="s"
          icon={FingerprintPattern}
          disabled={passkeyObstacle() !== undefined}
          onClick={() => setAdding('passkey')}
        >
          {t('console:enrol.passkey')}
        </Button>
        {hasTotp && (
          <Button size="s" icon={KeyRound} onClick={() => void renew()}>
            {t('console:recovery.renew')}
          </Button>
        )}
      </div>
      <BottomSheet
        open={adding === 'totp'}
        width="s"
        title={t('console:totp.title')}
        closeLabel={close}
        onClose={() => setAdding(undefined)}
      >
        <TotpForm
          onDone={(result) => {
            setSession(result.session);
            setCodes(result.recoveryCodes);
            done(t('console:factor.added'));
          }}
        />
      </BottomSheet>
      <BottomSheet
        open={adding === 'passkey'}
        width="s"
        title={t('console:enrol.passkey')}
        closeLabel={close}
        onClose={() => setAdding(undefined)}
      >
        <PasskeyForm
          onDone={(session) => {
            setSession(session);
            done(t('console:factor.added'));
          }}
        />
      </BottomSheet>
      <BottomSheet
        open={codes !== undefined}
        width="s"
        dismissable={false}
        title={t('console:recovery.title')}
        description={t('console:recovery.text')}
        closeLabel={close}
        onClose={() => setCodes(undefined)}
      >
        <RecoveryCodes
          codes={codes ?? []}
          onDone={() => {
            setCodes(undefined);
            void query.refetch();
          }}
        />
      </BottomSheet>
    </Panel>
  );
}
