import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { type Column, Figure, Table } from '@glasshouse/ui';
import { ProofVerdict } from '../../parts/proofs/proof-verdict.tsx';
import { type OrderVerdict, type Proven, tickKey } from '../../parts/proofs/verify-ticks.ts';

/** The verification result of one price; a dash until requested. */
export function ProofBadge({ proven, verdict }: { proven: Proven; verdict: OrderVerdict | undefined }) {
  return (
    <ProofVerdict verdict={verdict?.ticks.get(tickKey(proven)) ?? (proven.receipt === null ? 'pending' : undefined)} />
  );
}

interface TicksTableProps {
  readonly ticks: readonly Proven[];
  /** What the order used the tick for. */
  readonly role: (proven: Proven) => string;
  /** Left out where the ticks are of several instruments. */
  readonly precision?: number;
  readonly verdict: OrderVerdict | undefined;
  /** Shows bid and ask instead of the mid, for trades at one of them. */
  readonly sides?: boolean;
}

/** The text of a tick has every place of its market. */
const placesOf = (price: string): number => price.split('.')[1]?.length ?? 0;

export function TicksTable({ ticks, role, precision, verdict, sides = false }: TicksTableProps) {
  const t = useT();
  const format = useFormat();
  const price = (id: 'bid' | 'ask' | 'mid', header: string): Column<Proven> => ({
    id,
    header,
    align: 'end',
    cell: ({ tick }) => <Figure value={tick[id]} places={precision ?? placesOf(tick[id])} />,
  });
  const columns: Column<Proven>[] = [
    { id: 'role', header: t('trade:orders.number'), hideHeader: true, lead: true, cell: role },
    { id: 'time', header: t('trade:order.time'), cell: ({ tick }) => format.exactTime(tick.at) },
    { id: 'seq', header: t('trade:order.sequence'), align: 'end', cell: ({ tick }) => <bdi>#{tick.seq}</bdi> },
    ...(sides
      ? [price('bid', t('order:bid')), price('ask', t('order:ask')), price('mid', t('order:mid'))]
      : [price('mid', t('trade:order.price'))]),
    {
      id: 'proof',
      header: t('trade:order.proof'),
      align: 'end',
      cell: (proven) => <ProofBadge proven={proven} verdict={verdict} />,
    },
  ];
  return <Table caption={t('trade:receipt.ticks')} columns={columns} rows={ticks} rowKey={tickKey} />;
}
