import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import { addressProblem } from '@glasshouse/trade/funds/withdrawal-figures';
import { Banner, Button, Dialog, EmptyState, IconButton, TextField, toasts } from '@glasshouse/ui';
import { BookUser, ClipboardPaste } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import { serverNow } from '../../live/clock.ts';
import { paymentAddress, URI_MAX } from '../../parts/account/payment-uri.ts';
import { AddressText } from './address-text.tsx';
import { NetworkChoice } from './network-choice.tsx';
import { type BookAddress, useAddressBook } from './use-funding.ts';
import type { WithdrawFormState } from './use-withdraw-form.ts';
import styles from './wallet.module.css';

interface CryptoFieldsProps {
  readonly form: WithdrawFormState;
  readonly terms: WithdrawalTerms;
  readonly symbol: string;
}

/** Network and address: pasted, typed, or from the address book, checked as it is typed. */
export function CryptoFields({ form, terms, symbol }: CryptoFieldsProps) {
  const t = useT();
  const [picking, setPicking] = useState(false);
  const book = useAddressBook();
  const { draft, network, set, leave, errorAt } = form;
  const isLocked = terms.lock.isLocked;
  const saved = (book.data?.items ?? []).filter((entry) => entry.symbol === symbol);
  const fromBook = saved.find((entry) => entry.address === draft.address.trim() && entry.network === network);
  const isRight = network !== undefined && addressProblem(network, draft.address) === undefined;
  const paste = async () => {
    try {
      set({ address: paymentAddress(await navigator.clipboard.readText()).trim() });
      leave('address');
    } catch {
      toasts.show({ title: t('wallet:withdraw.pasteFailed'), tone: 'info' });
    }
  };
  return (
    <>
      <NetworkChoice
        value={network}
        options={terms.networks}
        error={errorAt('network')}
        onChange={(next) => set({ network: next })}
      />
      {isLocked && <Banner kind="info">{t('wallet:lock.onlyBook')}</Banner>}
      <div>
        <TextField
          label={t('wallet:withdraw.address')}
          aside={
            <Button size="s" variant="quiet" icon={BookUser} onClick={() => setPicking(true)}>
              {t('wallet:book.choose')}
            </Button>
          }
          hint={
            fromBook === undefined
              ? t('wallet:withdraw.addressHint')
              : t('wallet:book.known', { label: fromBook.label })
          }
          error={errorAt('address')}
          size="l"
          dir="ltr"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          maxLength={URI_MAX}
          value={draft.address}
          onChange={(event) => set({ address: paymentAddress(event.currentTarget.value) })}
          onBlur={() => leave('address')}
          end={
            <IconButton
              size="s"
              icon={ClipboardPaste}
              label={t('wallet:withdraw.paste')}
              onClick={() => void paste()}
            />
          }
        />
        {isRight && <AddressText address={draft.address.trim()} small />}
      </div>
      <Dialog
        open={picking}
        onClose={() => setPicking(false)}
        width="s"
        title={t('wallet:book.title')}
        closeLabel={t('common:action.close')}
      >
        {saved.length === 0 && (
          <EmptyState compact title={t('wallet:book.emptyFor', { symbol })}>
            {t('wallet:book.emptyText')}
          </EmptyState>
        )}
        <ul>
          {saved.map((entry) => (
            <li key={entry.id}>
              <Pick
                entry={entry}
                isLocked={isLocked}
                onPick={() => {
                  set({ network: entry.network, address: entry.address });
                  setPicking(false);
                }}
              />
            </li>
          ))}
        </ul>
      </Dialog>
    </>
  );
}

function Pick({ entry, isLocked, onPick }: { entry: BookAddress; isLocked: boolean; onPick: () => void }) {
  const t = useT();
  const format = useFormat();
  const waits = isLocked && serverNow() < Date.parse(entry.usableAt);
  return (
    <button type="button" className={styles.pick} disabled={waits} onClick={onPick}>
      <span className={styles.two}>
        <span className={styles.strong}>
          {entry.label} <span className={styles.small}>{entry.network}</span>
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
    </button>
  );
}
