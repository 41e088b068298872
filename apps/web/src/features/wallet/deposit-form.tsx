import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Network } from '@glasshouse/trade/funds/terms';
import { Card, EmptyState, Icon, Segmented, SkeletonBlock } from '@glasshouse/ui';
import { ChevronDown } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import { LimitLine } from '../../parts/kyc/limit-line.tsx';
import { FormAndContext } from '../../parts/portfolio/shell/transfer-page.tsx';
import { AddressCard } from './address-card.tsx';
import { BankTransfer } from './bank-transfer.tsx';
import { BankWaits } from './bank-waits.tsx';
import { CoinField } from './coin-field.tsx';
import { NetworkChoice } from './network-choice.tsx';
import { DepositNext } from './next-steps.tsx';
import { ReportTransfer } from './report-transfer.tsx';
import { SimulateTransfer } from './simulate-transfer.tsx';
import { type DepositMethod, type DepositMethods, symbolsOf, useDepositMethods } from './use-funding.ts';
import styles from './wallet.module.css';

interface DepositFormProps {
  readonly symbol: string;
  readonly onSymbol: (symbol: string) => void;
  /** A deposit was made or reported: its receipt opens. */
  readonly onDeposit: (id: number) => void;
  /** Below what happens next, beside the form. */
  readonly history?: ReactNode;
}

/** How money comes in: by coin and network, or by bank. */
export function DepositForm(props: DepositFormProps) {
  const t = useT();
  const methods = loadable(useDepositMethods(), ({ methods, bankWaits }) => methods.length === 0 && bankWaits === null);
  if (methods.state === 'ready') return <Form {...props} data={methods.value} />;
  return (
    <FormAndContext
      form={
        methods.state === 'error' ? (
          <FailureNote failure={methods.failure} retry={methods.retry} />
        ) : methods.state === 'loading' ? (
          <SkeletonBlock height="6.4rem" />
        ) : (
          <Card>
            <EmptyState title={t('wallet:deposit.none')}>{t('wallet:deposit.noneText')}</EmptyState>
          </Card>
        )
      }
      context={props.history}
    />
  );
}

function Form({ symbol, onSymbol, onDeposit, history, data }: DepositFormProps & { data: DepositMethods }) {
  const t = useT();
  const format = useFormat();
  const [kind, setKind] = useState<'crypto' | 'bank'>(() =>
    data.methods.some(({ method }) => method === 'crypto') ? 'crypto' : 'bank',
  );
  const [chosen, setChosen] = useState<Network>();
  const bank = data.methods.find(({ method }) => method === 'bank');
  const symbols = symbolsOf(data.methods);
  const coin = symbols.includes(symbol) ? symbol : (symbols[0] ?? symbol);
  const networks = data.methods.filter((method) => method.method === 'crypto' && method.symbol === coin);
  // A single network is chosen by itself; of several, none: the wrong one loses the money.
  const deposit = networks.length === 1 ? networks[0] : networks.find(({ network }) => network === chosen);
  const notesOf = ({ minimum, minutes }: DepositMethod): readonly string[] => [
    t('wallet:deposit.from', { amount: format.money(minimum, coin) }),
    ...(minutes === null ? [] : [t('wallet:deposit.about', { time: format.duration(minutes * 60) })]),
  ];
  const method = kind === 'bank' ? bank : deposit;
  if (data.methods.length === 0) {
    return (
      <FormAndContext
        form={<Card className={styles.form}>{data.bankWaits !== null && <BankWaits bank={data.bankWaits} />}</Card>}
        context={history}
      />
    );
  }
  const form = (
    <Card className={styles.form}>
      {data.bankWaits !== null && <BankWaits bank={data.bankWaits} hasCrypto />}
      {bank !== undefined && 0 < symbols.length && (
        <Segmented
          full
          label={t('wallet:method')}
          value={kind}
          onChange={setKind}
          options={[
            { value: 'crypto', label: t('wallet:byCrypto') },
            { value: 'bank', label: t('wallet:byBank') },
          ]}
        />
      )}
      {kind === 'crypto' && (
        <>
          <CoinField value={coin} symbols={symbols} onChange={onSymbol} />
          <NetworkChoice
            value={deposit?.network ?? undefined}
            onChange={setChosen}
            options={networks.flatMap((option) =>
              option.network === null
                ? []
                : [{ network: option.network, name: option.networkName ?? option.network, notes: notesOf(option) }],
            )}
          />
          {deposit === undefined && <p className={styles.small}>{t('wallet:deposit.chooseNetwork')}</p>}
          {deposit?.network != null && (
            <AddressCard
              key={`${coin} ${deposit.network}`}
              method={deposit}
              network={deposit.network}
              isSandbox={data.canSimulate}
            />
          )}
        </>
      )}
      {kind === 'bank' && bank !== undefined && <BankTransfer method={bank} isSandbox={data.canSimulate} />}
      <LimitLine kind="deposit" />
      {data.canSimulate && kind === 'crypto' && deposit?.network != null && (
        <SimulateTransfer
          key={`${coin} ${deposit.network} try`}
          symbol={coin}
          network={deposit.network}
          minimum={deposit.minimum}
          onDone={onDeposit}
        />
      )}
      {method !== undefined && (
        <details className={styles.report} open={!method.watched || undefined}>
          <summary className={styles.reportHead}>
            <span className={styles.two}>
              <span className={styles.strong}>{t('wallet:report.title')}</span>
              <span className={styles.small}>
                {t(method.watched && kind === 'crypto' ? 'wallet:report.text' : 'wallet:report.textNeeded')}
              </span>
            </span>
            <Icon of={ChevronDown} className={styles.turn} />
          </summary>
          <ReportTransfer key={`${coin} ${method.network} ${kind}`} method={method} onDone={onDeposit} />
        </details>
      )}
    </Card>
  );
  return (
    <FormAndContext
      form={form}
      context={
        <>
          {method !== undefined && <DepositNext method={method} reviewHours={data.reviewHours} />}
          {history}
        </>
      }
    />
  );
}
