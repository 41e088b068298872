import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Network } from '@glasshouse/trade/funds/terms';
import { addressProblem, isUnfinished } from '@glasshouse/trade/funds/withdrawal-figures';
import { Button, Dialog, TextField, toasts } from '@glasshouse/ui';
import { useId, useState } from 'react';
import { paymentAddress, URI_MAX } from '../../parts/account/payment-uri.ts';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import { AddressText } from './address-text.tsx';
import { CoinField } from './coin-field.tsx';
import { NetworkChoice } from './network-choice.tsx';
import { symbolsOf, useDepositMethods } from './use-funding.ts';
import styles from './wallet.module.css';

const LABEL_MAX = 40;

/** A new entry of the address book: coin, network, address and a name for it. */
export function AddAddress({ onClose }: { onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh('addressBook');
  const form = useId();
  const money = useMoneyCall('addWithdrawalAddress');
  const methods = useDepositMethods().data?.methods ?? [];
  const symbols = symbolsOf(methods);
  const [symbol, setSymbol] = useState('USDT');
  const [chosen, setChosen] = useState<Network>();
  const [address, setAddress] = useState('');
  const [label, setLabel] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const networks = methods.flatMap(({ network, networkName, ...method }) =>
    network === null || method.symbol !== symbol ? [] : [{ network, name: networkName ?? network }],
  );
  const network =
    networks.length === 1 ? networks[0]?.network : networks.find((known) => known.network === chosen)?.network;
  const fault = network === undefined ? undefined : addressProblem(network, address);
  const showsFault = fault !== undefined && (tried || (address !== '' && !isUnfinished(fault)));
  const ready = network !== undefined && fault === undefined && label.trim() !== '' && password !== '';
  const refused = money.failure?.kind === 'refused' ? money.failure : undefined;
  const at = (field: string) => (refused?.fields[field] === undefined ? undefined : refused.message);
  const save = async () => {
    setTried(true);
    if (!ready) return;
    const answer = await money.submit({
      symbol,
      network,
      address: address.trim(),
      label: label.trim(),
      withdrawalPassword: password,
    });
    if (!answer.ok) return;
    refresh({ book: 'real' });
    toasts.show({ title: t('wallet:book.added', { label: label.trim() }) });
    onClose();
  };
  return (
    <Dialog
      open
      onClose={onClose}
      dismissable={!money.busy}
      title={t('wallet:book.add')}
      closeLabel={t('common:action.close')}
      footer={
        <>
          <Button disabled={money.busy} onClick={onClose}>
            {t('common:action.cancel')}
          </Button>
          {/* Without a button of its own a form of several fields does not submit by Enter. */}
          <Button type="submit" form={form} variant="primary" loading={money.busy}>
            {t('wallet:book.save')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('wallet:book.label')}
          hint={t('wallet:book.labelHint')}
          size="l"
          maxLength={LABEL_MAX}
          autoComplete="off"
          value={label}
          error={at('label') ?? (tried && label.trim() === '' ? t('wallet:wrong.label') : undefined)}
          onChange={(event) => setLabel(event.currentTarget.value)}
        />
        <CoinField value={symbol} symbols={symbols} onChange={setSymbol} />
        <NetworkChoice
          value={network}
          options={networks}
          error={tried && network === undefined ? t('wallet:wrong.network') : undefined}
          onChange={setChosen}
        />
        <div>
          <TextField
            label={t('wallet:withdraw.address')}
            size="l"
            dir="ltr"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={URI_MAX}
            value={address}
            error={
              at('address') ?? (showsFault ? t(`wallet:wrong.address.${fault}`, { network: network ?? '' }) : undefined)
            }
            onChange={(event) => setAddress(paymentAddress(event.currentTarget.value))}
          />
          {network !== undefined && fault === undefined && <AddressText address={address.trim()} small />}
        </div>
        <PasswordInput
          label={t('wallet:withdraw.password')}
          size="l"
          autoComplete="off"
          value={password}
          error={at('withdrawalPassword') ?? (tried && password === '' ? t('wallet:wrong.password') : undefined)}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
        {money.failure && Object.keys(refused?.fields ?? {}).length === 0 && <FailureNote failure={money.failure} />}
      </form>
    </Dialog>
  );
}
