import { loadable } from '@glasshouse/app/failures/loadable';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Button, Card, type Column, EmptyState, Figure, Section, Table } from '@glasshouse/ui';
import { Wallet } from '@glasshouse/ui/icon/icons';
import { ALWAYS_SHOWN, BALANCE_PARTS, BalanceTotal } from '../../parts/money/balance-total.tsx';
import { ShortMoney } from '../../parts/money/short-money.tsx';
import { useBalances } from '../../parts/money/use-balances.ts';
import { useIsMobile } from '../../parts/page/layout.ts';
import styles from './statement.module.css';
import { type Balance, sharesOf } from './worth.ts';

/** A new account has one asset; skeletons for more would collapse and move what is below. */
const SKELETON_ROWS = 1;

interface BalancesProps {
  /** Opens the details of one asset. */
  readonly onOpen: (asset: string) => void;
  /** Filters the statement by one asset. */
  readonly onLines: (asset: string) => void;
}

/** Every asset with its value and its share of the total. */
export function Balances({ onOpen, onLines }: BalancesProps) {
  const t = useT();
  const format = useFormat();
  const isMobile = useIsMobile();
  const list = loadable(useBalances());
  const items = list.state === 'ready' ? list.value.items : [];
  const shares = new Map(
    sharesOf(items.map(({ valueUsdt }) => valueUsdt)).map((share, index) => [items[index]?.asset, share]),
  );
  const columns: Column<Balance>[] = [
    {
      id: 'asset',
      header: t('account:balances.asset'),
      lead: true,
      cell: (row) => (
        <button
          type="button"
          className={styles.asset}
          aria-label={t('funds:asset.open', { asset: row.asset })}
          onClick={() => onOpen(row.asset)}
        >
          {row.asset}
        </button>
      ),
    },
    ...BALANCE_PARTS.filter((part) => ALWAYS_SHOWN.has(part) || items.some((row) => row[part] !== '0')).map(
      (part): Column<Balance> => ({
        id: part,
        header: t(`account:balances.${part}`),
        align: 'end',
        // A card of a phone has no room for what is nothing.
        cell: (row) =>
          isMobile && part !== 'available' && row[part] === '0' ? (
            ''
          ) : (
            <ShortMoney value={row[part]} asset={row.asset} />
          ),
      }),
    ),
    {
      id: 'total',
      header: t('common:word.total'),
      align: 'end',
      headline: true,
      cell: (row) => (
        <BalanceTotal
          balance={row}
          footer={
            <Button size="s" onClick={() => onLines(row.asset)}>
              {t('account:balances.seeLines')}
            </Button>
          }
        />
      ),
    },
    {
      id: 'value',
      header: t('account:balances.value'),
      align: 'end',
      cell: (row) => (row.valueUsdt === null ? t('funds:asset.noPrice') : <Figure value={row.valueUsdt} places={2} />),
    },
    {
      id: 'share',
      header: t('funds:asset.share'),
      align: 'end',
      cell: (row) => {
        const share = shares.get(row.asset);
        return share === undefined ? (
          '–'
        ) : (
          <bdi dir="ltr" translate="no">
            {format.percent(share, { min: 2, max: 2 })}
          </bdi>
        );
      },
    },
  ];
  // The summary above uses the same query and reports its failure.
  if (list.state === 'error') return null;
  return (
    <Section
      title={t('account:balances.title')}
      className={styles.assets}
      aria-busy={list.state === 'loading' || undefined}
    >
      <Card flush>
        <Table
          compactCards
          caption={t('account:balances.title')}
          columns={columns}
          rows={items}
          rowKey={(row) => row.asset}
          skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
          empty={<EmptyState compact icon={Wallet} title={t('account:balances.empty')} />}
          onOpen={(row) => onOpen(row.asset)}
        />
      </Card>
    </Section>
  );
}
