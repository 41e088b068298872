import {
  Badge,
  Card,
  Change,
  type Column,
  EmptyState,
  Figure,
  InstrumentLogo,
  Section,
  type Sort,
  Sparkline,
  Stack,
  Table,
} from '@glasshouse/ui';
import { useMemo, useState } from 'react';
import styles from './gallery.module.css';
import { randomWalk } from './sample.ts';
import { Specimen } from './specimen.tsx';

interface Row {
  code: string;
  name: string;
  price: string;
  places: number;
  change: string;
  volume: string;
  open: boolean;
  recent: number[];
}

const ROWS: Row[] = (
  [
    ['BTC/USDT', 'Bitcoin', '64210.40', 2, '2.41', '1204113000', true],
    ['ETH/USDT', 'Ether', '3148.92', 2, '-0.84', '640210400', true],
    ['EUR/USD', 'Euro', '1.08412', 5, '0.06', '93001200', true],
    ['AAPL', 'Apple', '228.31', 2, '-1.27', '48120300', false],
    ['XAU/USD', 'Gold', '2641.05', 2, '0.38', '21990000', true],
  ] as const
).map(([code, name, price, places, change, volume, open], index) => ({
  code,
  name,
  price,
  places,
  change,
  volume,
  open,
  recent: trending(index + 30, change.startsWith('-')),
}));

/** A random walk that ends lower than it began if it must fall, otherwise higher. */
function trending(seed: number, falls: boolean): number[] {
  const path = randomWalk(seed, 100, 100, 0.02);
  return (path.at(-1) ?? 0) < (path[0] ?? 0) === falls ? path : path.reverse();
}

const COLUMNS: Column<Row>[] = [
  {
    id: 'name',
    header: 'Market',
    lead: true,
    sortable: true,
    cell: (row) => (
      <span className={styles.instrument}>
        <InstrumentLogo code={row.code} />
        <span>
          {row.code}
          <span className={styles.instrumentName}>{row.name}</span>
        </span>
      </span>
    ),
  },
  {
    id: 'price',
    header: 'Price',
    align: 'end',
    sortable: true,
    cell: (row) => <Figure value={row.price} places={row.places} />,
  },
  { id: 'change', header: '24 h', align: 'end', sortable: true, cell: (row) => <Change percent={row.change} /> },
  {
    id: 'volume',
    header: 'Volume',
    align: 'end',
    sortable: true,
    cell: (row) => <Figure value={row.volume} compact asset="USDT" />,
  },
  {
    id: 'recent',
    header: 'Last 100 prices',
    align: 'end',
    cell: (row) => <Sparkline prices={row.recent} />,
  },
  {
    id: 'state',
    header: 'State',
    align: 'end',
    cell: (row) => (
      <Badge tone={row.open ? 'success' : 'neutral'} dot={row.open}>
        {row.open ? 'Open' : 'Closed'}
      </Badge>
    ),
  },
];

export function TableSection() {
  const [sort, setSort] = useState<Sort>({ column: 'change', direction: 'descending' });
  const rows = useMemo(() => {
    const key = (row: Row) =>
      sort.column === 'name' ? row.code : Number(row[sort.column as 'price' | 'change' | 'volume']);
    const sorted = [...ROWS].sort((left, right) => (key(left) < key(right) ? -1 : 1));
    return sort.direction === 'ascending' ? sorted : sorted.reverse();
  }, [sort]);
  return (
    <Section
      id="table"
      title="Table"
      note="Where there is no room for columns, each row becomes a card with the same fields in the same order."
    >
      <Stack gap={6}>
        <Card flush>
          <Table
            caption="Markets"
            columns={COLUMNS}
            rows={rows}
            rowKey={(row) => row.code}
            sort={sort}
            onSort={setSort}
            onOpen={() => undefined}
          />
        </Card>
        <div className={styles.wideGrid}>
          <Specimen name="Loading">
            <Card flush>
              <Table
                caption="Markets, loading"
                columns={COLUMNS.slice(0, 3)}
                rows={[]}
                rowKey={(row) => row.code}
                skeletonRows={3}
              />
            </Card>
          </Specimen>
          <Specimen name="Empty">
            <Card flush>
              <Table
                caption="Orders"
                columns={COLUMNS}
                rows={[]}
                rowKey={(row) => row.code}
                empty={
                  <EmptyState compact title="No open options">
                    An option stands here from the moment it is accepted until it is settled.
                  </EmptyState>
                }
              />
            </Card>
          </Specimen>
        </div>
      </Stack>
    </Section>
  );
}
