import type { OperatorBodyOf } from '@glasshouse/api/operator/calls';
import { useT } from '@glasshouse/app/language/language';
import { AmountField, Select, TextField } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import type { DepositCase } from './deposit-case.ts';
import { type Compared, useCompared } from './use-compared.tsx';

type Body = OperatorBodyOf<'reviewDeposit'>;
type Basis = NonNullable<Body['basis']>;

const BASES: readonly Basis[] = ['memo', 'message', 'proof'];
/** Of any asset. */
const DECIMALS_MAX = 18;

interface Finding {
  readonly amount: string | undefined;
  readonly fields: ReactNode;
  /** Why it cannot be credited yet. */
  readonly problem: string | undefined;
  readonly body: Omit<Body, 'decision' | 'reason'>;
  readonly read: Compared['read'];
  /** The key of the command: once more was compared, it is another command. */
  readonly keyOf: (key: string) => string;
}

/** What a reviewer found where no watcher saw the transfer. */
export function useFinding(found: DepositCase | undefined): Finding {
  const t = useT();
  const [arrived, setArrived] = useState('');
  const [typed, setHash] = useState<string>();
  const [output, setOutput] = useState('');
  const [basis, setBasis] = useState<Basis | ''>('');
  const [valueDate, setValueDate] = useState('');
  const [senderName, setSenderName] = useState('');
  const [senderAccount, setSenderAccount] = useState('');
  const compared = useCompared();
  const deposit = found?.deposit;
  const isBank = deposit?.method === 'bank';
  const isShared = found?.isShared === true && !isBank;
  const hash = (typed ?? (isBank ? '' : (deposit?.txHash ?? ''))).trim();
  const amount = Number(arrived) > 0 ? arrived : undefined;
  const isEntered = hash !== '' && valueDate !== '' && senderName.trim() !== '';
  const problem =
    amount === undefined
      ? t('console:deposits.enterArrived')
      : isBank && !isEntered
        ? t('console:deposits.enterEntry')
        : isShared && basis === ''
          ? t('console:deposits.chooseBasis')
          : compared.problem;
  return {
    read: compared.read,
    keyOf: (key: string) => (compared.body.compared === undefined ? key : `${key}c`),
    amount,
    problem,
    body: {
      ...(amount !== undefined && { arrived: amount }),
      ...(hash !== '' && { hash }),
      ...(isBank && valueDate !== '' && { valueDate }),
      ...(isBank && senderName.trim() !== '' && { senderName: senderName.trim() }),
      ...(isBank && senderAccount.trim() !== '' && { senderAccount: senderAccount.trim() }),
      ...compared.body,
      ...(!isBank && /^\d{1,6}$/.test(output) && { output: Number(output) }),
      ...(isShared && basis !== '' && { basis }),
    },
    fields: (
      <>
        {compared.fields}
        <AmountField
          label={t('console:deposits.arrived')}
          asset={(isBank ? deposit?.currency : undefined) ?? deposit?.symbol ?? ''}
          decimals={DECIMALS_MAX}
          value={arrived}
          onChange={setArrived}
        />
        <TextField
          label={t(isBank ? 'console:deposits.entry' : 'console:deposits.hash')}
          value={typed ?? hash}
          maxLength={128}
          dir="ltr"
          onChange={(event) => setHash(event.currentTarget.value)}
        />
        {!isBank && (
          <TextField
            label={t('console:deposits.output')}
            hint={t('console:deposits.outputHint')}
            value={output}
            inputMode="numeric"
            maxLength={6}
            dir="ltr"
            onChange={(event) => setOutput(event.currentTarget.value)}
          />
        )}
        {isShared && (
          <Select
            label={t('console:deposits.basis')}
            value={basis === '' ? 'none' : basis}
            options={[
              { value: 'none', label: t('console:deposits.basisOf.none') },
              ...BASES.map((value) => ({ value, label: t(`console:deposits.basisOf.${value}`) })),
            ]}
            onChange={(next) => setBasis(BASES.find((known) => known === next) ?? '')}
          />
        )}
        {isBank && (
          <>
            <TextField
              label={t('console:deposits.valueDate')}
              type="date"
              value={valueDate}
              dir="ltr"
              onChange={(event) => setValueDate(event.currentTarget.value)}
            />
            <TextField
              label={t('console:deposits.senderName')}
              value={senderName}
              maxLength={140}
              onChange={(event) => setSenderName(event.currentTarget.value)}
            />
            <TextField
              label={t('records:deposits.senderAccount')}
              hint={t('records:deposits.senderAccountHint')}
              value={senderAccount}
              maxLength={40}
              dir="ltr"
              onChange={(event) => setSenderAccount(event.currentTarget.value)}
            />
          </>
        )}
      </>
    ),
  };
}
