import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { AmountField, Banner, Button, TextField } from '@glasshouse/ui';
import { useState } from 'react';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';
import { PhotoField } from '../../parts/upload/photo-field.tsx';
import { reportProblem } from './report-problem.ts';
import type { DepositMethod } from './use-funding.ts';
import styles from './wallet.module.css';

const PROOF_MEGABYTES = 2;
const DECIMALS = 8;

interface ReportTransferProps {
  readonly method: DepositMethod;
  readonly onDone: (id: number) => void;
}

/** Tells the operator of a transfer: amount, hash, and a picture that proves it. */
export function ReportTransfer({ method, onDone }: ReportTransferProps) {
  const t = useT();
  const format = useFormat();
  const refresh = useRefresh('deposits');
  const money = useMoneyCall('requestDeposit');
  const [amount, setAmount] = useState('');
  const [hash, setHash] = useState('');
  const [proof, setProof] = useState<string>();
  const [reports, setReports] = useState(0);
  const [tried, setTried] = useState(false);
  const { symbol, network, minimum } = method;
  const isBank = method.method === 'bank';
  // A bank transfer is reported in the currency in which it was sent.
  const unit = method.bank?.currency ?? symbol;
  const problem = reportProblem({ amount, hash, hasProof: proof !== undefined, minimum, isBank });
  const refused = money.failure?.kind === 'refused' ? money.failure : undefined;
  const at = (field: 'amount' | 'txHash' | 'proofFileId') =>
    refused?.fields[field] === undefined ? undefined : refused.message;
  const submit = async () => {
    setTried(true);
    if (problem !== undefined) return;
    const answer = await money.submit({
      method: method.method,
      symbol,
      amount,
      ...(network === null ? {} : { network }),
      ...(hash.trim() === '' ? {} : { txHash: hash.trim() }),
      ...(proof === undefined ? {} : { proofFileId: proof }),
    });
    if (!answer.ok) return;
    refresh({ book: 'real' });
    setAmount('');
    setHash('');
    setProof(undefined);
    // The picture went with this report: the field starts anew.
    setReports((count) => count + 1);
    setTried(false);
    onDone(answer.result.id);
  };
  const shown = tried ? problem : undefined;
  return (
    <form
      className={styles.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      <AmountField
        label={t('wallet:report.amount')}
        hint={t('wallet:report.amountHint')}
        error={
          at('amount') ??
          (shown === 'amount'
            ? t('wallet:wrong.amount')
            : shown === 'minimum'
              ? t('wallet:wrong.minimum', { amount: format.money(minimum, symbol) })
              : undefined)
        }
        value={amount}
        onChange={setAmount}
        asset={unit}
        decimals={DECIMALS}
      />
      {!isBank && (
        <TextField
          label={t('wallet:report.hash')}
          hint={t('wallet:report.hashHint')}
          size="l"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={128}
          value={hash}
          error={at('txHash') ?? (shown === 'evidence' ? t('wallet:wrong.evidence') : undefined)}
          onChange={(event) => setHash(event.currentTarget.value)}
        />
      )}
      <PhotoField
        key={reports}
        purpose="depositProof"
        subject="paper"
        label={isBank ? t('wallet:report.proof') : `${t('wallet:report.proof')} (${t('common:word.optional')})`}
        hint={t(isBank ? 'wallet:report.proofBank' : 'wallet:report.proofHint')}
        maxMegabytes={PROOF_MEGABYTES}
        fileId={proof}
        error={at('proofFileId') ?? (isBank && shown === 'evidence' ? t('wallet:wrong.proof') : undefined)}
        onChange={setProof}
      />
      {money.failure && Object.keys(refused?.fields ?? {}).length === 0 && <FailureNote failure={money.failure} />}
      {method.watched && !isBank && <Banner kind="info">{t('wallet:report.notNeeded')}</Banner>}
      <Button type="submit" variant="primary" size="l" full loading={money.busy}>
        {t('wallet:report.submit')}
      </Button>
    </form>
  );
}
