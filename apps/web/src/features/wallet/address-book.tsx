import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Button, Card, Dialog, EmptyState, IconButton, Section, SkeletonBlock, toasts } from '@glasshouse/ui';
import { Plus, Trash2 } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import { AddAddress } from './add-address.tsx';
import { AddressText } from './address-text.tsx';
import { BookLock } from './book-lock.tsx';
import { type BookAddress, useAddressBook } from './use-funding.ts';
import styles from './wallet.module.css';

/** Saved addresses, and the lock that allows no others. */
export function AddressBook() {
  const t = useT();
  const book = loadable(useAddressBook());
  const [adding, setAdding] = useState(false);
  const [removing, setRemoving] = useState<BookAddress>();
  return (
    <Section
      title={t('wallet:book.title')}
      note={t('wallet:book.text')}
      className={styles.list}
      actions={
        <Button size="s" icon={Plus} onClick={() => setAdding(true)}>
          {t('wallet:book.add')}
        </Button>
      }
    >
      {book.state === 'error' && <FailureNote failure={book.failure} retry={book.retry} />}
      {book.state === 'loading' && <SkeletonBlock height="1.4rem" />}
      {book.state === 'ready' && (
        <Card flush>
          <BookLock book={book.value} />
          {book.value.items.length === 0 && (
            <EmptyState compact title={t('wallet:book.empty')}>
              {t('wallet:book.emptyText')}
            </EmptyState>
          )}
          <ul className={styles.book}>
            {book.value.items.map((entry) => (
              <Entry key={entry.id} entry={entry} isLocked={book.value.isLocked} onRemove={() => setRemoving(entry)} />
            ))}
          </ul>
        </Card>
      )}
      {adding && <AddAddress onClose={() => setAdding(false)} />}
      {removing !== undefined && <RemoveAddress entry={removing} onClose={() => setRemoving(undefined)} />}
    </Section>
  );
}

interface EntryProps {
  readonly entry: BookAddress;
  readonly isLocked: boolean;
  readonly onRemove: () => void;
}

function Entry({ entry, isLocked, onRemove }: EntryProps) {
  const t = useT();
  const format = useFormat();
  const waits = isLocked && serverNow() < Date.parse(entry.usableAt);
  return (
    <li className={styles.entry}>
      <span className={styles.two}>
        <span className={styles.strong}>
          {entry.label}{' '}
          <span className={styles.small}>
            {entry.symbol} · {entry.network}
          </span>
        </span>
        <AddressText address={entry.address} small />
        {waits && (
          <span className={styles.small}>
            {t('wallet:book.waits', {
              time: format.dateTime(entry.usableAt),
              left: format.relative(entry.usableAt, serverNow()),
            })}
          </span>
        )}
      </span>
      <IconButton icon={Trash2} label={t('wallet:book.removeOf', { label: entry.label })} onClick={onRemove} />
    </li>
  );
}

function RemoveAddress({ entry, onClose }: { entry: BookAddress; onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh('addressBook');
  const money = useMoneyCall('removeWithdrawalAddress');
  const remove = async () => {
    const answer = await money.submit({ id: entry.id });
    if (!answer.ok) return;
    refresh({ book: 'real' });
    toasts.show({ title: t('wallet:book.removed', { label: entry.label }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      width="s"
      title={t('wallet:book.removeTitle', { label: entry.label })}
      description={t('wallet:book.removeText')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button disabled={money.busy} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          <Button variant="danger" loading={money.busy} onClick={() => void remove()}>
            {t('wallet:book.remove')}
          </Button>
        </>
      }
    >
      {money.failure && <FailureNote failure={money.failure} />}
    </Dialog>
  );
}
