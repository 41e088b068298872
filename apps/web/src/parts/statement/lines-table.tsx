import type { ResultOf } from '@glasshouse/api';
import { USER_ACCOUNT_KINDS } from '@glasshouse/api/constants';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { otherSideWords, reasonWords } from '@glasshouse/app/statement-words';
import { type Column, Icon, Table } from '@glasshouse/ui';
import { ArrowLeft, ArrowRight } from '@glasshouse/ui/icon/icons';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { Cents } from '../money/cents.tsx';
import { Money } from '../money/money.tsx';
import styles from './lines-table.module.css';
import { lineAnchor } from './statement-href.ts';

export type StatementLine = ResultOf<'listStatement'>['items'][number];
const SKELETON_ROWS = 6;

interface LinesTableProps {
  /** Undefined while being fetched. */
  readonly lines: readonly StatementLine[] | undefined;
  readonly empty?: ReactNode;
  /** Names of other sides that the reader knows better than the table does. */
  readonly names?: Readonly<Record<string, string>>;
  /** Rounds to cents, with the exact amount on press; receipts show every decimal. */
  readonly inCents?: boolean;
}

/** Ledger lines: amount, account, reason, counterparty, and the log entry behind it. */
export function LinesTable({ lines, empty, names, inCents = false }: LinesTableProps) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const columns: Column<StatementLine>[] = [
    {
      id: 'reason',
      header: t('account:statement.reason'),
      lead: true,
      cell: (line) => (
        <span className={styles.reason}>
          {reasonWords(translator, line.reason)}
          <OrderLink product={line.reason.split('.', 1)[0] ?? ''} reference={line.ref} />
        </span>
      ),
    },
    { id: 'time', header: t('account:statement.time'), cell: (line) => format.dateTime(line.at) },
    {
      id: 'account',
      header: t('account:statement.account'),
      cell: (line) => translator.find(`account:accountKind.${line.account}`) ?? line.account,
    },
    {
      id: 'other',
      header: t('account:statement.counterparty'),
      cell: (line) => {
        const name = names?.[line.counterparty];
        const words = name === undefined ? otherSideWords(translator, line.counterparty) : <bdi>{name}</bdi>;
        if (!isMove(line)) return words;
        return (
          <span className={styles.move}>
            <Icon of={line.amount.startsWith('-') ? ArrowRight : ArrowLeft} size="s" mirror />
            {words}
          </span>
        );
      },
    },
    {
      id: 'change',
      header: t('account:statement.change'),
      align: 'end',
      headline: true,
      cell: (line) =>
        inCents ? (
          <Cents
            value={line.amount}
            asset={line.asset}
            name={t('account:statement.change')}
            coloured
            isMove={isMove(line)}
          />
        ) : (
          <Money
            value={line.amount}
            asset={line.asset}
            {...(isMove(line) ? { sign: 'never' as const } : { coloured: true })}
          />
        ),
    },
    {
      id: 'after',
      header: t('account:statement.balanceAfter'),
      align: 'end',
      cell: (line) =>
        inCents ? (
          <Cents value={line.balanceAfter} asset={line.asset} name={t('account:statement.balanceAfter')} />
        ) : (
          <Money value={line.balanceAfter} />
        ),
    },
    {
      id: 'entry',
      header: t('account:statement.logEntry'),
      align: 'end',
      cell: (line) => <bdi className={styles.seq}>#{line.seq}</bdi>,
    },
  ];
  return (
    <Table
      compactCards={inCents}
      caption={t('account:statement.title')}
      columns={columns}
      rows={lines ?? []}
      rowKey={(line) => line.id}
      rowId={(line) => lineAnchor(line.id)}
      skeletonRows={lines === undefined ? SKELETON_ROWS : 0}
      empty={empty}
    />
  );
}

const OWN_ACCOUNTS: ReadonlySet<string> = new Set(USER_ACCOUNT_KINDS);

/** Between two accounts of the reader: the money changed its place, and nothing else. */
const isMove = ({ counterparty }: StatementLine): boolean => OWN_ACCOUNTS.has(counterparty);

/** Products with order pages; `options.stake` belongs to the first. */
const PAGES: Readonly<Record<string, (id: string) => string>> = {
  options: (id) => `/order/options/${id}`,
  contracts: (id) => `/order/contracts/${id}`,
  spot: (id) => `/order/spot/${id}`,
  convert: (id) => `/order/convert/${id}`,
  plans: (id) => `/order/plan/${id}`,
  loans: (id) => `/loan/${id}`,
  deposit: (id) => `/order/deposit/${id}`,
  withdrawal: (id) => `/order/withdrawal/${id}`,
};

/** A link to the order of a line; none on that order's own page. */
export function OrderLink({ product, reference }: { product: string; reference: string | null }) {
  const { t } = useTranslator();
  const [path] = useLocation();
  const href = reference === null ? undefined : PAGES[product]?.(reference);
  if (href === undefined || href.split('?', 1)[0] === path) return null;
  return (
    <Link href={href} className={styles.link}>
      {t('account:statement.order')} {reference}
    </Link>
  );
}
