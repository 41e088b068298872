import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { parseAmount } from '@glasshouse/rules/money';
import type { Network } from '@glasshouse/trade/funds/terms';
import { AmountField, Button, Stack, toasts } from '@glasshouse/ui';
import { useState } from 'react';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import styles from './wallet.module.css';

interface SimulateTransferProps {
  readonly symbol: string;
  readonly network: Network;
  readonly minimum: string;
  readonly onDone: (id: number) => void;
}

/** In the sandbox: makes the transfer that a wallet would make, so that no chain is needed. */
export function SimulateTransfer({ symbol, network, minimum, onDone }: SimulateTransferProps) {
  const t = useT();
  const refresh = useRefresh('deposits', 'balances', 'statement');
  const money = useMoneyCall('simulateDeposit');
  const [amount, setAmount] = useState(minimum);
  const parsed = parseAmount(amount);
  const send = async () => {
    const answer = await money.submit({ symbol, network, amount });
    if (!answer.ok) return;
    refresh({ book: 'real' });
    toasts.show({ title: t('wallet:simulate.done') });
    onDone(answer.result.id);
  };
  return (
    <div className={styles.sandbox}>
      <Stack gap={3}>
        <div>
          <h2 className={styles.strong}>{t('wallet:simulate.title')}</h2>
          <p className={styles.small}>{t('wallet:simulate.text')}</p>
        </div>
        <AmountField
          label={t('wallet:simulate.amount')}
          value={amount}
          onChange={setAmount}
          asset={symbol}
          decimals={8}
        />
        <Button disabled={parsed === undefined || parsed === 0n} loading={money.busy} onClick={() => void send()}>
          {t('wallet:simulate.submit')}
        </Button>
        {money.failure && <FailureNote failure={money.failure} />}
      </Stack>
    </div>
  );
}
