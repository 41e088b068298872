import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { reasonWords } from '@glasshouse/app/statement-words';
import type { Column } from '@glasshouse/ui';
import { When } from '../../parts/records/when.tsx';
import styles from './ledger.module.css';

type Posting = OperatorResultOf<'getLedgerEntry'>['postings'][number];

/** A posting with both of its ends. */
export function usePostingColumns(): readonly Column<Posting>[] {
  const t = useT();
  const translator = useTranslator();
  const format = useFormat();
  const end = (side: Posting['from'], asset: string) => (
    <span>
      <Link href={`/ledger/accounts/${side.id}`} className={styles.link}>
        <code>{side.name}</code>
      </Link>
      <br />
      {format.signedMoney(side.after, asset)}
    </span>
  );
  return [
    {
      id: 'entry',
      header: t('records:col.entry'),
      lead: true,
      cell: (row) => (
        <Link href={`/ledger/entries/${row.seq}`} className={styles.link}>
          {row.seq}.{row.idx}
        </Link>
      ),
    },
    { id: 'at', header: t('common:word.time'), cell: (row) => <When at={row.at} /> },
    { id: 'reason', header: t('records:col.reason'), cell: (row) => reasonWords(translator, row.reason) },
    { id: 'from', header: t('records:col.from'), cell: (row) => end(row.from, row.asset) },
    { id: 'to', header: t('records:col.to'), cell: (row) => end(row.to, row.asset) },
    {
      id: 'amount',
      header: t('records:col.amount'),
      align: 'end',
      cell: (row) => format.money(row.amount, row.asset),
    },
    { id: 'ref', header: t('records:col.reference'), cell: (row) => row.ref ?? '–' },
  ];
}
