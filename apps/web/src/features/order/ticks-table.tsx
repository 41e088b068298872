import { Badge, type Column, Figure, Table } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { useFormat } from '../../shared/format.ts';
import type { Order, OrderVerdict } from './verify-order.ts';

type Proven = NonNullable<Order['receipt']>['ticks'][number];
const VERDICTS = {
  proved: { tone: 'success', label: 'trade:order.proofOk' },
  pending: { tone: 'neutral', label: 'trade:order.proofPending' },
  wrong: { tone: 'danger', label: 'trade:order.proofBad' },
} as const;

export function TicksTable({ order, verdict }: { order: Order; verdict: OrderVerdict | undefined }) {
  const t = useT();
  const format = useFormat();
  const role = ({ tick }: Proven): string => {
    if (tick.seq === order.entry?.seq) return t('trade:receipt.entryTick');
    return t(tick.seq === order.exit?.seq ? 'trade:receipt.exitTick' : 'trade:receipt.nextTick');
  };
  const columns: Column<Proven>[] = [
    { id: 'role', header: t('trade:orders.number'), hideHeader: true, lead: true, cell: role },
    { id: 'time', header: t('trade:order.time'), cell: ({ tick }) => format.dateTime(tick.at) },
    { id: 'seq', header: t('trade:order.sequence'), align: 'end', cell: ({ tick }) => <bdi>#{tick.seq}</bdi> },
    {
      id: 'price',
      header: t('trade:order.price'),
      align: 'end',
      cell: ({ tick }) => <Figure value={tick.mid} places={order.precision} />,
    },
    {
      id: 'proof',
      header: t('trade:order.proof'),
      align: 'end',
      cell: ({ tick, receipt }) => {
        const found = verdict?.ticks.get(tick.seq) ?? (receipt === null ? 'pending' : undefined);
        return found === undefined ? '–' : <Badge tone={VERDICTS[found].tone}>{t(VERDICTS[found].label)}</Badge>;
      },
    },
  ];
  return (
    <Table
      caption={t('trade:receipt.ticks')}
      columns={columns}
      rows={order.receipt?.ticks ?? []}
      rowKey={({ tick }) => String(tick.seq)}
    />
  );
}
