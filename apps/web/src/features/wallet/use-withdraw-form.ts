import type { BodyOf } from '@glasshouse/api';
import { checkCode } from '@glasshouse/app/forms/checks';
import { checkFactorCode } from '@glasshouse/app/forms/factor-code.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { signWithPasskey } from '@glasshouse/app/passkeys/ceremony';
import { passkeyObstacle } from '@glasshouse/app/passkeys/passkey-support';
import { type Failure, isUncertain } from '@glasshouse/client/failure';
import { AMOUNT_DECIMALS, parseDecimal } from '@glasshouse/rules/money';
import type { Network, WithdrawalTerms } from '@glasshouse/trade/funds/terms';
import {
  accountNumberProblem,
  addressProblem,
  amountProblem,
  BIC,
  isUnfinished,
  payoutOf,
  priceWithdrawal,
} from '@glasshouse/trade/funds/withdrawal-figures';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { useMoneyCall } from '../../parts/calls/use-money-call.ts';
import { useRefresh } from '../../parts/calls/use-refresh.ts';

export interface WithdrawDraft {
  readonly method: 'crypto' | 'bank';
  readonly network: Network | undefined;
  readonly address: string;
  readonly amount: string;
  readonly holder: string;
  readonly accountNumber: string;
  readonly bankType: string;
  readonly bic: string;
  readonly password: string;
  /** By email, or of the app. */
  readonly code: string;
  /** With a code although a passkey would do. */
  readonly prefersCode: boolean;
}
type Field = Exclude<keyof WithdrawDraft, 'prefersCode'>;
type Signature = NonNullable<BodyOf<'requestWithdrawal'>['passkey']>;

const EMPTY: WithdrawDraft = {
  method: 'crypto',
  network: undefined,
  address: '',
  amount: '',
  holder: '',
  accountNumber: '',
  bankType: '',
  bic: '',
  password: '',
  code: '',
  prefersCode: false,
};

/** Fields of the call whose names differ in the form. */
const FIELD_OF: Readonly<Record<string, Field>> = { withdrawalPassword: 'password', totp: 'code' };

const PRICE_DECIMALS = 10;
const BANK_DECIMALS = 2;

interface FormInput {
  readonly symbol: string;
  readonly terms: WithdrawalTerms | undefined;
  readonly onDone: (id: number) => void;
}

/** The draft of a withdrawal, its figures and problems, and its request. */
export function useWithdrawForm({ symbol, terms, onDone }: FormInput) {
  const { t } = useTranslator();
  const format = useFormat();
  const refresh = useRefresh('withdrawals', 'withdrawalTerms', 'balances', 'statement');
  const money = useMoneyCall('requestWithdrawal');
  const [draft, setDraft] = useState(EMPTY);
  const [left, setLeft] = useState<ReadonlySet<Field>>(new Set());
  const [busy, setBusy] = useState(false);
  const [notSigned, setNotSigned] = useState<Failure | 'cancelled'>();
  /** Kept while nobody knows what became of the request: repeating it sends the same. */
  const signed = useRef<{ readonly text: string; readonly passkey: Signature }>(undefined);
  const canSign = terms?.passkey === true && passkeyObstacle() === undefined;
  const signs = canSign && !draft.prefersCode;
  const only = terms?.networks.length === 1 ? terms.networks[0]?.network : undefined;
  const network = terms?.networks.some((known) => known.network === draft.network) ? draft.network : only;
  const isBank = draft.method === 'bank';
  const decimals = isBank
    ? BANK_DECIMALS
    : (terms?.networks.find((known) => known.network === network)?.decimals ?? AMOUNT_DECIMALS);
  const figures = priceWithdrawal(draft.amount, terms, decimals);
  const bankPrice = terms?.bank?.price == null ? undefined : parseDecimal(terms.bank.price, PRICE_DECIMALS);
  const payout = figures === undefined ? undefined : payoutOf(figures.received, bankPrice, terms?.bank?.spread);

  const problems: Partial<Record<Field, string>> = {};
  const note = (field: Field, problem: string | undefined) => {
    if (problem !== undefined) problems[field] = problem;
  };
  if (isBank) {
    if (draft.holder.trim() === '') note('holder', t('wallet:wrong.holder'));
    const account = accountNumberProblem(draft.accountNumber);
    if (account !== undefined) note('accountNumber', t(`wallet:wrong.account.${account}`));
    if (draft.bankType.trim() === '') note('bankType', t('wallet:wrong.bank'));
    if (draft.bic !== '' && !BIC.test(draft.bic)) note('bic', t('wallet:wrong.bic'));
  } else {
    if (network === undefined) note('network', t('wallet:wrong.network'));
    const fault = network === undefined ? undefined : addressProblem(network, draft.address);
    if (fault !== undefined) note('address', t(`wallet:wrong.address.${fault}`, { network: network ?? '' }));
  }
  const amount = amountProblem(draft.amount, terms, decimals);
  if (amount !== undefined) {
    note('amount', t(`wallet:wrong.${amount}`, { amount: format.money(terms?.minimum ?? '0', symbol), asset: symbol }));
  }
  if (draft.password === '') note('password', t('wallet:wrong.password'));
  if (terms?.step === 'email' && !signs) note('code', checkCode(t)(draft.code));
  if (terms?.step === 'totp' && !signs) note('code', checkFactorCode(t('wallet:wrong.totp'))(draft.code));

  const refused = money.failure?.kind === 'refused' ? money.failure : undefined;
  const refusedFields = new Set(Object.keys(refused?.fields ?? {}).map((name) => FIELD_OF[name] ?? (name as Field)));
  const isShown = (field: Field): boolean => {
    if (left.has(field)) return true;
    // A wrong checksum is certain at once; a short address is only not finished.
    if (field !== 'address' || network === undefined || draft.address === '') return false;
    return !isUnfinished(addressProblem(network, draft.address));
  };
  const withdrawal: BodyOf<'askWithdrawalPasskey'> = {
    method: draft.method,
    symbol,
    amount: draft.amount,
    ...(isBank
      ? {
          holder: draft.holder.trim(),
          accountNumber: draft.accountNumber.replace(/\s/g, '').toUpperCase(),
          bankType: draft.bankType.trim(),
          ...(draft.bic === '' ? {} : { bic: draft.bic }),
        }
      : { address: draft.address.trim(), ...(network === undefined ? {} : { network }) }),
  };
  const body: BodyOf<'requestWithdrawal'> = {
    ...withdrawal,
    withdrawalPassword: draft.password,
    ...(terms?.step === 'email' && !signs ? { code: draft.code } : {}),
    ...(terms?.step === 'totp' && !signs ? { totp: draft.code.trim() } : {}),
  };
  /** What the passkey signs is this withdrawal and no other. */
  const sign = async (): Promise<Signature | undefined> => {
    const text = JSON.stringify(withdrawal);
    if (signed.current?.text === text) return signed.current.passkey;
    const passkey = await call('askWithdrawalPasskey', { body: withdrawal });
    if (!passkey.ok) {
      setNotSigned(passkey.failure);
      return undefined;
    }
    const made = await signWithPasskey(passkey.result);
    if (!made.ok) {
      setNotSigned('cancelled');
      return undefined;
    }
    signed.current = { text, passkey: made.value };
    return made.value;
  };
  const request = async () => {
    if (!signs) return money.submit(body);
    const passkey = await sign();
    if (passkey === undefined) return undefined;
    const answer = await money.submit({ ...body, passkey });
    if (answer.ok || !isUncertain(answer.failure)) signed.current = undefined;
    return answer;
  };
  return {
    draft,
    canSign,
    signs,
    /** The passkey was put away instead of used. */
    isCancelled: notSigned === 'cancelled',
    network,
    figures,
    payout,
    busy: busy || money.busy,
    /** Undefined while a field shows it. */
    failure:
      notSigned !== undefined && notSigned !== 'cancelled'
        ? notSigned
        : refused !== undefined && [...refusedFields].some((field) => field in EMPTY)
          ? undefined
          : money.failure,
    clear: money.clear,
    set: (part: Partial<WithdrawDraft>) => {
      money.clear();
      setNotSigned(undefined);
      setDraft((known) => ({ ...known, ...part }));
    },
    leave: (field: Field) => {
      if (draft[field] !== '') setLeft((known) => new Set(known).add(field));
    },
    errorAt: (field: Field): string | undefined => {
      if (refusedFields.has(field)) return refused?.message;
      return isShown(field) ? problems[field] : undefined;
    },
    /** Shows every problem; true if there is none. */
    check: (): boolean => {
      setLeft(new Set(Object.keys(EMPTY) as Field[]));
      return Object.keys(problems).length === 0;
    },
    submit: async (): Promise<boolean> => {
      setBusy(true);
      setNotSigned(undefined);
      const answer = await request().finally(() => setBusy(false));
      if (answer === undefined || !answer.ok) return false;
      refresh({ book: 'real' });
      setDraft((known) => ({ ...EMPTY, method: known.method, network: known.network }));
      setLeft(new Set());
      onDone(answer.result.id);
      return true;
    },
  };
}
export type WithdrawFormState = ReturnType<typeof useWithdrawForm>;
