import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type Column, Table } from '@glasshouse/ui';
import styles from './order.module.css';

/** One entry of the command log. */
export interface LogEntry {
  readonly seq: number;
  readonly type: string;
  readonly at: string;
  readonly hash: string;
}

/** The command log entries behind the order, each with its position in the hash chain. */
export function LogTable({ entries }: { entries: readonly LogEntry[] }) {
  const t = useT();
  const format = useFormat();
  const columns: Column<LogEntry>[] = [
    { id: 'type', header: t('trade:order.command'), lead: true, cell: (entry) => <code>{entry.type}</code> },
    { id: 'seq', header: t('trade:order.sequence'), cell: (entry) => <bdi>#{entry.seq}</bdi> },
    { id: 'time', header: t('trade:order.time'), cell: (entry) => format.exactTime(entry.at) },
    { id: 'hash', header: t('trade:order.hash'), cell: (entry) => <code className={styles.hash}>{entry.hash}</code> },
  ];
  return (
    <Table caption={t('trade:receipt.log')} columns={columns} rows={entries} rowKey={(entry) => String(entry.seq)} />
  );
}
