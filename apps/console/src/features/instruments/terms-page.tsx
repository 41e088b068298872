import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Page, PageHead } from '@glasshouse/ui';
import { Pencil } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { usePathPart } from '../../parts/page/use-path-part.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { TermLabel } from '../../parts/records/term-label.tsx';
import { ValueText } from '../../parts/records/value-text.tsx';
import { useMay } from '../../session/session.ts';
import styles from './instruments.module.css';
import { TermsHistory } from './terms-history.tsx';
import { useTermsChange } from './use-terms-change.tsx';

type Terms = OperatorResultOf<'getTerms'>;
type Product = Terms['product'];
const PRODUCTS: readonly Product[] = ['options', 'contracts', 'spot', 'convert', 'referrals'];

/** Every term of one product on one thing, what changed it, and the log entry of each version. */
export function TermsPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const named = usePathPart(1);
  const product = PRODUCTS.find((known) => known === named) ?? 'options';
  const code = usePathPart(2);
  const query = useQuery({
    queryKey: ['getTerms', product, code],
    queryFn: ({ signal }) => fetchCall('getTerms', { params: { product, code }, signal }),
  });
  const terms = query.data;
  const change = useTermsChange(terms, () => void query.refetch());
  const mayChange = may('instruments.change');
  return (
    <Page>
      <PageHead
        title={`${code} · ${t(`records:product.${product}`)}`}
        note={terms && `${t('records:col.version')} ${format.number(terms.version)}`}
        actions={
          mayChange &&
          terms && (
            <Button variant="primary" icon={Pencil} onClick={change.ask}>
              {t('records:instruments.change')}
            </Button>
          )
        }
      />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <PlainTable
        caption={code}
        rows={terms?.fields}
        rowKey={(row) => row.field}
        columns={[
          { id: 'field', header: t('records:col.field'), lead: true, cell: (row) => <TermLabel name={row.field} /> },
          {
            id: 'value',
            header: t('records:col.value'),
            cell: (row) => <TermValue name={row.field} kind={row.kind} value={row.value} />,
          },
          {
            id: 'standard',
            header: t('records:col.standard'),
            cell: (row) =>
              // A table is not shown twice.
              sorted(row.standard) === sorted(row.value) && typeof row.value === 'object' ? (
                <span className={styles.quiet}>=</span>
              ) : (
                <span className={styles.quiet}>
                  <TermValue name={row.field} kind={row.kind} value={row.standard} />
                </span>
              ),
          },
          {
            id: 'state',
            header: t('common:word.state'),
            cell: (row) => (row.changeable ? null : <Badge>{t('records:instruments.fixed')}</Badge>),
          },
        ]}
      />
      <TermsHistory terms={terms} onChanged={() => void query.refetch()} />
      {change.dialog}
    </Page>
  );
}

/** Figures as people read them: thousands apart, and what a rate is in per cent. */
function TermValue({ name, kind, value }: { name: string; kind: Terms['fields'][number]['kind']; value: unknown }) {
  const format = useFormat();
  if (typeof value !== 'string' && typeof value !== 'number') return <ValueText name={name} value={value} />;
  if (kind === 'rate') {
    return (
      <bdi dir="ltr">
        {format.percent(value, { max: 6 })} <span className={styles.quiet}>({value})</span>
      </bdi>
    );
  }
  const isNumber = kind === 'amount' && /^\d+(?:\.\d+)?$/.test(String(value));
  return isNumber || kind === 'integer' ? (
    <bdi dir="ltr">{format.number(value, { max: 8 })}</bdi>
  ) : (
    <ValueText name={name} value={value} />
  );
}

/** As text with fields in order of their names: the database keeps no order of its own. */
const sorted = (value: unknown): string =>
  JSON.stringify(value, (_key, item: unknown) =>
    item !== null && typeof item === 'object' && !Array.isArray(item)
      ? Object.fromEntries(Object.entries(item).sort(([left], [right]) => (left < right ? -1 : 1)))
      : item,
  );
