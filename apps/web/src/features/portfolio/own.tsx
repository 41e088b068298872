import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { worthDerivation } from '@glasshouse/rules/derivations/holdings';
import { worthInCents } from '@glasshouse/trade/portfolio/part-worth';
import { type Column, PartsBar, Section, SkeletonBlock, Table } from '@glasshouse/ui';
import { Nothing, TableMoney } from '../../parts/money/table-money.tsx';
import { useBalances } from '../../parts/money/use-balances.ts';
import { AssetLogo } from '../../parts/portfolio/asset-logo.tsx';
import { sharesOf } from '../../parts/portfolio/shares.ts';
import { Derived } from '../../parts/reasons/derived.tsx';
import styles from './portfolio.module.css';
import { usePlansAndLoans } from './use-plans-and-loans.ts';

interface OwnRow {
  readonly asset: string;
  readonly total: string;
  readonly valueUsdt: string | null;
  readonly share: string | undefined;
}

const SHOWN = 6;
const CENTS = 2;

/** What the balances are made of, the largest part first; on the real book plans and loans too. */
export function Own() {
  const t = useT();
  const balances = useBalances().data;
  const sums = usePlansAndLoans();
  if (balances === undefined) return <SkeletonBlock height="2.4rem" />;
  const rows = rowsOf(balances.items);
  if (rows.length + sums.length === 0) return null;
  return (
    <Section
      title={t('portfolio:own.title')}
      actions={
        <Derived
          derivation={worthDerivation({ coins: worthInCents(balances.items) })}
          name={t('portfolio:own.title')}
          places={CENTS}
          asset="USDT"
        />
      }
    >
      <PartsBar parts={rows.map(({ valueUsdt }) => ({ size: Number(valueUsdt ?? 0), tone: 'ink' }))} />
      <OwnTable rows={rows.slice(0, SHOWN)} />
      {SHOWN < rows.length && (
        <Link href="/profile/balancebb" className={styles.more}>
          {t('portfolio:own.all')}
        </Link>
      )}
      {0 < sums.length && (
        <ul className={styles.sums}>
          {sums.map(({ href, name, value, note }) => (
            <li key={href}>
              <Link href={href} className={styles.sum}>
                <span>{name}</span>
                <span className={styles.remark}>{note}</span>
                <span className={styles.sumValue}>{value}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

/** Assets that hold something, the most valuable first; those without a price come last. */
function rowsOf(
  items: readonly { readonly asset: string; readonly total: string; readonly valueUsdt: string | null }[],
): readonly OwnRow[] {
  const shares = sharesOf(items.map(({ valueUsdt }) => valueUsdt));
  return items
    .map(({ asset, total, valueUsdt }, index) => ({ asset, total, valueUsdt, share: shares[index] }))
    .filter(({ total }) => /[1-9]/.test(total))
    .sort((left, right) => Number(right.valueUsdt ?? -1) - Number(left.valueUsdt ?? -1));
}

function OwnTable({ rows }: { readonly rows: readonly OwnRow[] }) {
  const t = useT();
  const format = useFormat();
  const columns: Column<OwnRow>[] = [
    {
      id: 'asset',
      header: t('account:balances.asset'),
      lead: true,
      cell: ({ asset }) => (
        <span className={styles.market}>
          <AssetLogo asset={asset} />
          <bdi>{asset}</bdi>
        </span>
      ),
    },
    {
      id: 'amount',
      header: t('order:quantity'),
      align: 'end',
      cell: ({ asset, total }) => <TableMoney value={total} asset={asset} />,
    },
    {
      id: 'value',
      header: t('account:balances.value'),
      align: 'end',
      headline: true,
      cell: ({ valueUsdt }) =>
        valueUsdt === null ? t('funds:asset.noPrice') : <TableMoney value={valueUsdt} asset="USDT" />,
    },
    {
      id: 'share',
      header: t('funds:asset.share'),
      align: 'end',
      cell: ({ share }) =>
        share === undefined ? (
          <Nothing />
        ) : (
          <bdi dir="ltr" translate="no">
            {format.percent(share, { min: 1, max: 1 })}
          </bdi>
        ),
    },
  ];
  return (
    <Table keepTable caption={t('portfolio:own.title')} columns={columns} rows={rows} rowKey={({ asset }) => asset} />
  );
}
