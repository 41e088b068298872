import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { reasonWords } from '@glasshouse/app/statement-words';
import { type Column, Table } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import type { Deposit, Withdrawal } from './request-steps.ts';

type Timeline = Deposit['timeline'] | Withdrawal['timeline'];

export interface TransferLine {
  readonly id: string;
  readonly at: string | null;
  readonly seq: number | null;
  readonly reason: string;
  readonly account: string;
  readonly symbol: string;
  readonly amount: string;
}

/** The ledger lines of all steps, in the order in which they were booked. */
export const linesOf = (timeline: Timeline): readonly TransferLine[] =>
  timeline.flatMap(({ at, seq, lines }) => lines.map((line, index) => ({ ...line, id: `${seq} ${index}`, at, seq })));

/** Each account of the person that a step changed, with the log entry that did it. */
export function TransferLines({ lines }: { readonly lines: readonly TransferLine[] }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const columns: Column<TransferLine>[] = [
    {
      id: 'reason',
      header: t('account:statement.reason'),
      lead: true,
      cell: ({ reason }) => reasonWords(translator, reason),
    },
    {
      id: 'time',
      header: t('account:statement.time'),
      cell: ({ at }) => (at === null ? '–' : format.dateTime(at)),
    },
    {
      id: 'account',
      header: t('account:statement.account'),
      cell: ({ account }) => translator.find(`account:accountKind.${account}`) ?? account,
    },
    {
      id: 'change',
      header: t('account:statement.change'),
      align: 'end',
      headline: true,
      cell: ({ amount, symbol }) => <Money value={amount} asset={symbol} sign="always" />,
    },
    {
      id: 'entry',
      header: t('account:statement.logEntry'),
      align: 'end',
      cell: ({ seq }) => <bdi>{seq === null ? '–' : `#${seq}`}</bdi>,
    },
  ];
  return <Table caption={t('trade:receipt.ledger')} columns={columns} rows={lines} rowKey={({ id }) => id} />;
}
