import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Page, PageHead, Section } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { ShortTable } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import { useColumns } from './columns.tsx';
import { type Charity, type Listing, nameOf } from './draft.ts';
import styles from './nfts.module.css';
import { fileAddress } from './picture-field.tsx';
import { usePayment } from './use-payment.tsx';
import { STEPS, useSale } from './use-sale.tsx';
import { useCharity, useListing } from './use-saving.tsx';

const ROWS_FIRST = 50;

/** Works and charities: what sells, what was raised, and what was paid out with which proof. */
export function NftsPage() {
  const t = useT();
  const may = useMay();
  const charities = useQuery({
    queryKey: ['listCharities'],
    queryFn: ({ signal }) => fetchCall('listCharities', { signal }),
  });
  const listings = useQuery({
    queryKey: ['listNftListings'],
    queryFn: ({ signal }) => fetchCall('listNftListings', { signal }),
  });
  const again = (): void => {
    void charities.refetch();
    void listings.refetch();
  };
  const known = charities.data ?? [];
  const charity = useCharity(again);
  const listing = useListing(known, again);
  const failed = charities.error ?? listings.error;
  return (
    <Page width="wide">
      <PageHead
        title={t('console:page.nfts')}
        actions={
          may('nfts.write') && (
            <>
              <Button onClick={() => charity.ask(undefined)}>{t('nfts:op.newCharity')}</Button>
              <Button variant="primary" disabled={known.length === 0} onClick={() => listing.ask(undefined)}>
                {t('nfts:op.newWork')}
              </Button>
            </>
          )
        }
      />
      {failed !== null && <FailureNote failure={failureOf(failed)} retry={again} />}
      <Works rows={listings.data} charities={known} onChange={listing.ask} onDone={again} />
      <Charities rows={charities.data} onChange={charity.ask} onDone={again} />
      <Payouts charities={charities.data} />
      {charity.dialog}
      {listing.dialog}
    </Page>
  );
}

interface WorksProps {
  readonly rows: readonly Listing[] | undefined;
  readonly charities: readonly Charity[];
  readonly onChange: (listing: Listing) => void;
  readonly onDone: () => void;
}

function Works({ rows, charities, onChange, onDone }: WorksProps) {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const sale = useSale(onDone);
  const { charityColumn, moneyColumn, actionsColumn } = useColumns<Listing>();
  const charityName = (id: number): string => {
    const found = charities.find((charity) => charity.id === id);
    return found === undefined ? '–' : nameOf(found);
  };
  return (
    <Section title={t('nfts:works')}>
      <ShortTable
        first={ROWS_FIRST}
        caption={t('nfts:works')}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={t('nfts:empty')}
        columns={[
          {
            id: 'work',
            header: t('nfts:op.name'),
            lead: true,
            cell: (row) => (
              <span className={styles.work}>
                <img src={fileAddress(row.image)} alt="" className={styles.thumb} loading="lazy" />
                <bdi>{nameOf(row)}</bdi>
              </span>
            ),
          },
          {
            id: 'state',
            header: t('common:word.state'),
            cell: ({ state }) => (
              <Badge tone={state === 'onSale' ? 'success' : 'neutral'}>
                {t(state === 'draft' ? 'nfts:op.draft' : `nfts:state.${state}`)}
              </Badge>
            ),
          },
          charityColumn((row) => charityName(row.charity)),
          moneyColumn('price', t('nfts:price'), ({ price }) => price),
          {
            id: 'sold',
            header: t('nfts:op.sold'),
            align: 'end',
            cell: ({ sold, supply }) => (
              <span className={styles.line}>{`${format.number(sold)} / ${format.number(supply)}`}</span>
            ),
          },
          moneyColumn('raised', t('nfts:raised'), ({ raised }) => raised),
          actionsColumn(onChange, (row) =>
            may('nfts.sell')
              ? STEPS[row.state].map((to) => (
                  <Button key={to} size="s" onClick={() => sale.ask(row, to)}>
                    {t(`nfts:op.to.${to}`)}
                  </Button>
                ))
              : null,
          ),
        ]}
      />
      {sale.dialog}
    </Section>
  );
}

interface CharitiesProps {
  readonly rows: readonly Charity[] | undefined;
  readonly onChange: (charity: Charity) => void;
  readonly onDone: () => void;
}

/** What was raised, what was paid, and what is still theirs here. */
function Charities({ rows, onChange, onDone }: CharitiesProps) {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const payment = usePayment(onDone);
  const { charityColumn, moneyColumn, actionsColumn } = useColumns<Charity>();
  return (
    <Section title={t('nfts:op.charities')}>
      <ShortTable
        first={ROWS_FIRST}
        caption={t('nfts:op.charities')}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={t('common:state.nothingFound')}
        columns={[
          { ...charityColumn(nameOf), lead: true },
          {
            id: 'registration',
            header: t('nfts:registration'),
            cell: ({ registration }) => <bdi>{registration ?? '–'}</bdi>,
          },
          moneyColumn('raised', t('nfts:raised'), ({ raised }) => raised),
          moneyColumn('paid', t('nfts:paidOut'), ({ paidOut }) => paidOut),
          {
            id: 'held',
            header: t('nfts:held'),
            align: 'end',
            cell: ({ id, held, asset }) => {
              const amount = format.money(held, asset);
              if (!may('ledger.read')) return amount;
              return (
                <Link href={`/ledger?kind=charity.${id}`} className={styles.link}>
                  {amount}
                </Link>
              );
            },
          },
          actionsColumn(
            onChange,
            (row) =>
              may('nfts.pay') &&
              row.held !== '0' && (
                <Button size="s" onClick={() => payment.ask(row)}>
                  {t('nfts:op.pay')}
                </Button>
              ),
          ),
        ]}
      />
      {payment.dialog}
    </Section>
  );
}

type Paid = Charity['payouts'][number] & { readonly charity: Charity; readonly asset: string };

/** Payments to charities, each with its log entry and the picture that shows it. */
function Payouts({ charities }: { charities: readonly Charity[] | undefined }) {
  const t = useT();
  const { charityColumn, moneyColumn } = useColumns<Paid>();
  const may = useMay();
  const rows = charities
    ?.flatMap((charity) => charity.payouts.map((payout) => ({ ...payout, charity, asset: charity.asset })))
    .sort((left, right) => right.id - left.id);
  return (
    <Section title={t('nfts:op.payouts')}>
      <ShortTable
        first={ROWS_FIRST}
        caption={t('nfts:op.payouts')}
        rows={rows}
        rowKey={({ id }) => String(id)}
        empty={t('nfts:never')}
        columns={[
          { ...charityColumn(({ charity }) => nameOf(charity)), lead: true },
          moneyColumn('amount', t('records:col.amount'), ({ amount }) => amount),
          { id: 'paidOn', header: t('nfts:op.paidOn'), cell: ({ paidOn }) => <bdi dir="ltr">{paidOn}</bdi> },
          {
            id: 'reference',
            header: t('nfts:op.reference'),
            cell: ({ reference }) => <bdi dir="ltr">{reference}</bdi>,
          },
          {
            id: 'proof',
            header: t('nfts:op.proof'),
            cell: ({ proofFileId, proof }) => (
              <a
                href={fileAddress(proofFileId)}
                target="_blank"
                rel="noopener noreferrer"
                className={styles.link}
                title={proof}
                dir="ltr"
              >
                {proof.slice(0, 12)}
              </a>
            ),
          },
          {
            id: 'entry',
            header: t('account:statement.logEntry'),
            align: 'end',
            cell: ({ id }) =>
              may('ledger.read') ? (
                <Link href={`/ledger/entries/${id}`} className={styles.link}>
                  {id}
                </Link>
              ) : (
                id
              ),
          },
        ]}
      />
    </Section>
  );
}
