import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Button, Page, PageHead } from '@glasshouse/ui';
import { Pencil } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { Money } from '../../parts/fields/money.tsx';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import { TermsHistory } from './terms-history.tsx';
import { useTermsChange } from './use-terms-change.tsx';

/** The one table of tiers, among the terms that can be changed. */
const TABLE = { product: 'feeTiers', code: 'VIP' } as const;

/** The tiers with how many people are on each, what changed them, and a change of them. */
export function FeeTiersPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const tiers = useQuery({
    queryKey: ['listOperatorFeeTiers'],
    queryFn: ({ signal }) => fetchCall('listOperatorFeeTiers', { signal }),
  });
  const terms = useQuery({
    queryKey: ['getTerms', TABLE.product, TABLE.code],
    queryFn: ({ signal }) => fetchCall('getTerms', { params: TABLE, signal }),
  });
  const refresh = () => void Promise.all([tiers.refetch(), terms.refetch()]);
  const change = useTermsChange(terms.data, refresh, t('records:instruments.tiersTitle'));
  const error = tiers.error ?? terms.error;
  return (
    <Page>
      <PageHead
        title={t('console:page.feeTiers')}
        note={t('records:instruments.tiersNote')}
        actions={
          may('instruments.change') &&
          terms.data && (
            <Button variant="primary" icon={Pencil} onClick={change.ask}>
              {t('records:instruments.change')}
            </Button>
          )
        }
      />
      {error !== null && <FailureNote failure={failureOf(error)} retry={refresh} />}
      <PlainTable
        caption={t('console:page.feeTiers')}
        rows={tiers.data}
        rowKey={(row) => String(row.level)}
        columns={[
          { id: 'level', header: t('records:col.level'), lead: true, cell: (row) => format.number(row.level) },
          {
            id: 'volume',
            header: t('records:term.fees30d'),
            align: 'end',
            cell: (row) => <Money value={row.fees30d} asset="USDT" />,
          },
          {
            id: 'discount',
            header: t('records:term.feeDiscount'),
            align: 'end',
            cell: (row) => <bdi dir="ltr">{format.percent(row.feeDiscount)}</bdi>,
          },
          {
            id: 'share',
            header: t('records:term.referralShare'),
            align: 'end',
            cell: (row) => <bdi dir="ltr">{format.percent(row.referralShare)}</bdi>,
          },
          { id: 'demo', header: t('common:book.demo'), align: 'end', cell: (row) => format.number(row.demo) },
          { id: 'real', header: t('common:book.real'), align: 'end', cell: (row) => format.number(row.real) },
        ]}
      />
      <TermsHistory terms={terms.data} onChanged={refresh} />
      {change.dialog}
    </Page>
  );
}
