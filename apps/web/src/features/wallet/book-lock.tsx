import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Button, Dialog, Switch } from '@glasshouse/ui';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import type { AddressBookData } from './use-funding.ts';
import styles from './wallet.module.css';

/** On at once, off after a day: a thief cannot undo it in time. */
export function BookLock({ book }: { book: AddressBookData }) {
  const t = useT();
  const format = useFormat();
  const [target, setTarget] = useState<boolean>();
  const hint =
    book.unlocksAt === null
      ? t(book.isLocked ? 'wallet:lock.onText' : 'wallet:lock.offText')
      : t('wallet:lock.opens', {
          time: format.dateTime(book.unlocksAt),
          left: format.relative(book.unlocksAt, serverNow()),
        });
  return (
    <div className={styles.lock}>
      <Switch
        spread
        label={t('wallet:lock.title')}
        hint={hint}
        checked={book.isLocked && book.unlocksAt === null}
        onChange={setTarget}
      />
      {target !== undefined && <LockDialog isLocked={target} onClose={() => setTarget(undefined)} />}
    </div>
  );
}

function LockDialog({ isLocked, onClose }: { isLocked: boolean; onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh('addressBook', 'withdrawalTerms');
  const money = useMoneyCall('setWhitelistLock');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const submit = async () => {
    setTried(true);
    if (password === '') return;
    const answer = await money.submit({ isLocked, withdrawalPassword: password });
    if (!answer.ok) return;
    refresh({ book: 'real' });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      width="s"
      title={t(isLocked ? 'wallet:lock.confirmOn' : 'wallet:lock.confirmOff')}
      description={t(isLocked ? 'wallet:lock.confirmOnText' : 'wallet:lock.confirmOffText')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button disabled={money.busy} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="primary" loading={money.busy} onClick={() => void submit()}>
            {t(isLocked ? 'wallet:lock.turnOn' : 'wallet:lock.turnOff')}
          </Button>
        </>
      }
    >
      <form
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void submit();
        }}
      >
        <PasswordInput
          label={t('wallet:withdraw.password')}
          size="l"
          autoComplete="off"
          value={password}
          error={tried && password === '' ? t('wallet:wrong.password') : undefined}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {money.failure && <FailureNote failure={money.failure} />}
      </form>
    </Dialog>
  );
}
