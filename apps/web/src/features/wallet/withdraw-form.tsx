import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { PasswordInput } from '@glasshouse/app/forms/password-input.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import type { WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import {
  AmountField,
  BottomSheet,
  Button,
  Card,
  EmptyState,
  KeyValue,
  Segmented,
  SkeletonBlock,
  toasts,
} from '@glasshouse/ui';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { LimitLine } from '../../parts/kyc/limit-line.tsx';
import { Available } from '../../parts/money/available.tsx';
import { Money } from '../../parts/money/money.tsx';
import { FormAndContext } from '../../parts/portfolio/shell/transfer-page.tsx';
import { usePercentChips } from '../../parts/ticket/use-percent-chips.ts';
import { BankEstimate } from './bank-estimate.tsx';
import { BankFields } from './bank-fields.tsx';
import { Blocks } from './blocks.tsx';
import { CoinField } from './coin-field.tsx';
import { CryptoFields } from './crypto-fields.tsx';
import { WithdrawNext } from './next-steps.tsx';
import { StepField } from './step-field.tsx';
import { symbolsOf, useDepositMethods, useWithdrawalTerms } from './use-funding.ts';
import { useWithdrawForm } from './use-withdraw-form.ts';
import styles from './wallet.module.css';

const DECIMALS = 8;

interface WithdrawFormProps {
  readonly symbol: string;
  readonly onSymbol: (symbol: string) => void;
  readonly onWithdrawal: (id: number) => void;
  /** Below what happens next, beside the form. */
  readonly history?: ReactNode;
}

/** Money out: everything that blocks first, then the form, then one sentence to confirm. */
export function WithdrawForm({ symbol, onSymbol, onWithdrawal, history }: WithdrawFormProps) {
  const t = useT();
  const methods = loadable(useDepositMethods());
  const symbols = methods.state === 'ready' ? symbolsOf(methods.value.methods) : [];
  const coin = symbols.includes(symbol) ? symbol : (symbols[0] ?? symbol);
  const terms = loadable(useWithdrawalTerms(coin));
  const known = terms.state === 'ready' ? terms.value : undefined;
  const form =
    methods.state === 'error' ? (
      <FailureNote failure={methods.failure} retry={methods.retry} />
    ) : methods.state === 'loading' ? (
      <SkeletonBlock height="6.4rem" />
    ) : (
      <>
        {known !== undefined && <Blocks blocks={known.blocks} symbol={coin} />}
        <Card className={styles.form}>
          {terms.state === 'error' && <FailureNote failure={terms.failure} retry={terms.retry} />}
          {terms.state === 'loading' && <SkeletonBlock height="5.6rem" />}
          {known !== undefined && (
            // A new key for each coin: address and amount belong to it.
            <Form
              key={coin}
              coin={coin}
              symbols={symbols}
              terms={known}
              onSymbol={onSymbol}
              onWithdrawal={onWithdrawal}
            />
          )}
          {known === undefined && terms.state === 'empty' && (
            <EmptyState title={t('wallet:deposit.none')}>{t('wallet:deposit.noneText')}</EmptyState>
          )}
        </Card>
      </>
    );
  return (
    <FormAndContext
      form={form}
      context={
        <>
          {known !== undefined && <WithdrawNext reviewHours={known.reviewHours} />}
          {history}
        </>
      }
    />
  );
}

interface FormProps {
  readonly coin: string;
  readonly symbols: readonly string[];
  readonly terms: WithdrawalTerms;
  readonly onSymbol: (symbol: string) => void;
  readonly onWithdrawal: (id: number) => void;
}

function Form({ coin, symbols, terms, onSymbol, onWithdrawal }: FormProps) {
  const t = useT();
  const format = useFormat();
  const chips = usePercentChips();
  const place = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  const [refusals, setRefusals] = useState(0);
  const form = useWithdrawForm({ symbol: coin, terms, onDone: onWithdrawal });
  const { draft, figures, set } = form;

  // The first wrong field may be far above the button. The dialog has given the focus back by now.
  useEffect(() => {
    if (refusals === 0) return;
    place.current?.querySelector<HTMLElement>('[aria-invalid=true], button[data-invalid=true]')?.focus();
  }, [refusals]);

  const isBank = draft.method === 'bank';
  const blocked = 0 < terms.blocks.length;
  const isEmpty = !/[1-9]/.test(terms.available);
  const bank = isBank ? terms.bank : null;
  const received = figures === undefined ? undefined : format.money(figures.received, coin);
  const payout =
    form.payout === undefined || bank === null
      ? undefined
      : format.money(form.payout, bank.currency, { min: 2, max: 2 });
  const arrives = bank === null ? received : payout;
  const ask = () => {
    if (form.check()) setAsking(true);
    else setRefusals(refusals + 1);
  };
  const confirm = async () => {
    const done = await form.submit();
    setAsking(false);
    if (done) toasts.show({ title: t('wallet:withdraw.done') });
    else setRefusals((count) => count + 1);
  };
  const target = isBank ? draft.accountNumber : draft.address.trim();
  const rows = [
    { id: 'amount', name: t('wallet:withdraw.taken'), value: <Money value={figures && draft.amount} asset={coin} /> },
    {
      id: 'fee',
      name: t('common:word.fee'),
      value:
        figures === undefined ? (
          <Money value={undefined} />
        ) : (
          <>
            <Money value={figures.fee} asset={coin} /> (
            {figures.minimumShare === undefined
              ? format.percent(terms.feeRate, { max: 4 })
              : t('wallet:withdraw.minimumFee', { share: format.percent(figures.minimumShare, { max: 2 }) })}
            )
          </>
        ),
    },
    {
      id: 'arrives',
      name: t(isBank ? 'wallet:withdraw.estimate' : 'wallet:withdraw.arrives'),
      value: arrives ?? <Money value={undefined} />,
      strong: true,
    },
  ];
  return (
    <form
      ref={place}
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        ask();
      }}
    >
      {terms.bank !== null && (
        <Segmented
          full
          label={t('wallet:method')}
          value={draft.method}
          onChange={(method) => set({ method })}
          options={[
            { value: 'crypto', label: t('wallet:byCrypto') },
            { value: 'bank', label: t('wallet:byBank') },
          ]}
        />
      )}
      <CoinField value={coin} symbols={symbols} onChange={onSymbol} />
      {isBank ? <BankFields form={form} terms={terms} /> : <CryptoFields form={form} terms={terms} symbol={coin} />}
      <AmountField
        label={t('wallet:withdraw.amount')}
        aside={<Available value={terms.available} asset={coin} />}
        hint={t('wallet:withdraw.minimum', { amount: format.money(terms.minimum, coin) })}
        error={form.errorAt('amount')}
        value={draft.amount}
        onChange={(amount) => set({ amount })}
        onBlur={() => form.leave('amount')}
        asset={coin}
        decimals={DECIMALS}
        available={terms.available}
        chips={chips}
      />
      <LimitLine kind="withdrawal" />
      <KeyValue rows={rows} />
      {bank !== null && <BankEstimate bank={bank} />}
      <PasswordInput
        label={t('wallet:withdraw.password')}
        size="l"
        autoComplete="off"
        value={draft.password}
        error={form.errorAt('password')}
        onChange={(event) => set({ password: event.currentTarget.value })}
        onBlur={() => form.leave('password')}
      />
      <StepField form={form} step={terms.step} />
      {form.failure && <FailureNote failure={form.failure} />}
      {isEmpty ? (
        <LinkButton href={`/profile/balance?coin=${coin}`} full size="l">
          {t('wallet:withdraw.depositFirst', { symbol: coin })}
        </LinkButton>
      ) : (
        <Button type="submit" variant="primary" size="l" full disabled={blocked || bank?.price === null}>
          {figures === undefined
            ? t('wallet:withdraw.title')
            : t('wallet:withdraw.submit', { amount: format.money(draft.amount, coin) })}
        </Button>
      )}
      <BottomSheet
        open={asking}
        onClose={() => {
          setAsking(false);
          form.clear();
        }}
        dismissable={!form.busy}
        width="s"
        title={t('wallet:withdraw.confirmTitle')}
        closeLabel={t('common:action.close')}
        footer={
          <>
            <Button disabled={form.busy} onClick={() => setAsking(false)}>
              {t('common:action.back')}
            </Button>
            <Button variant="primary" loading={form.busy} onClick={() => void confirm()}>
              {t('wallet:withdraw.submit', { amount: format.money(draft.amount, coin) })}
            </Button>
          </>
        }
      >
        <p className={styles.sentence}>
          {t(isBank ? 'wallet:withdraw.sentenceBank' : 'wallet:withdraw.sentence', {
            arrives: arrives ?? '',
            target,
            network: form.network ?? '',
            holder: draft.holder,
          })}
        </p>
        <KeyValue dense rows={rows} />
        <p className={styles.small}>{t('wallet:withdraw.hold', { hours: terms.reviewHours })}</p>
        {!isBank && <p className={styles.small}>{t('wallet:withdraw.final')}</p>}
      </BottomSheet>
    </form>
  );
}
