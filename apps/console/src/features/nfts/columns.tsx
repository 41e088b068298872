import { useT } from '@glasshouse/app/language/language';
import { Button, type Column, Stack } from '@glasshouse/ui';
import type { ReactNode } from 'react';
import { Money } from '../../parts/fields/money.tsx';
import { useMay } from '../../session/session.ts';
import styles from './nfts.module.css';

/** Columns that works, charities and payments have in common. */
export function useColumns<Row extends { readonly asset: string }>() {
  const t = useT();
  const may = useMay();
  return {
    charityColumn: (nameIn: (row: Row) => string): Column<Row> => ({
      id: 'charity',
      header: t('nfts:op.charity'),
      cell: (row) => <bdi>{nameIn(row)}</bdi>,
    }),
    /** An amount in the asset of its row. */
    moneyColumn: (id: string, header: string, amountIn: (row: Row) => string): Column<Row> => ({
      id,
      header,
      align: 'end',
      cell: (row) => <Money value={amountIn(row)} asset={row.asset} />,
    }),
    /** What can be done with a row; last, for whoever writes, changing it. */
    actionsColumn: (onChange: (row: Row) => void, before: (row: Row) => ReactNode): Column<Row> => ({
      id: 'actions',
      header: t('nfts:op.change'),
      hideHeader: true,
      align: 'end',
      cell: (row) => (
        <Stack row wrap gap={2} className={styles.actions}>
          {before(row)}
          {may('nfts.write') && (
            <Button size="s" onClick={() => onChange(row)}>
              {t('nfts:op.change')}
            </Button>
          )}
        </Stack>
      ),
    }),
  };
}
