import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type Column, EmptyState, Figure, Table } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import type { OrderVerdict } from '../../parts/proofs/verify-ticks.ts';
import { ProofBadge } from './ticks-table.tsx';
import type { SpotEvidence } from './verify-order.ts';

type Fill = SpotEvidence['order']['fills'][number];

/** Every fill of the order. */
export function SpotFills({ evidence, verdict }: { evidence: SpotEvidence; verdict: OrderVerdict | undefined }) {
  const t = useT();
  const format = useFormat();
  const { order } = evidence;
  const columns: Column<Fill>[] = [
    { id: 'time', header: t('trade:order.time'), lead: true, cell: (fill) => format.exactTime(fill.at) },
    {
      id: 'price',
      header: t('trade:order.price'),
      align: 'end',
      cell: (fill) => <Figure value={fill.price} places={order.precision} />,
    },
    {
      id: 'quantity',
      header: t('order:quantity'),
      align: 'end',
      cell: (fill) => <Money value={fill.quantity} asset={order.base} />,
    },
    {
      id: 'fee',
      header: t('common:word.fee'),
      align: 'end',
      cell: (fill) => <Money value={fill.fee} asset={fill.feeAsset} />,
    },
    {
      id: 'role',
      header: t('order:role'),
      cell: (fill) => t(fill.role === 'maker' ? 'order:maker' : 'order:taker'),
    },
    {
      id: 'other',
      header: t('order:otherSide'),
      cell: (fill) => t(fill.house ? 'order:house' : 'order:anotherUser'),
    },
    {
      id: 'proof',
      header: t('trade:order.proof'),
      align: 'end',
      cell: (fill) => {
        const proven = evidence.ticks.find(({ tick }) => tick.seq === fill.tick?.seq);
        return proven === undefined ? '–' : <ProofBadge proven={proven} verdict={verdict} />;
      },
    },
  ];
  return (
    <Table
      caption={t('order:fills')}
      columns={columns}
      rows={order.fills}
      rowKey={(fill) => String(fill.id)}
      empty={<EmptyState compact title={t('order:noFills')} />}
    />
  );
}
