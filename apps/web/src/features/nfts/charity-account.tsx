import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Card, type Column, EmptyState, Section, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import styles from './nfts.module.css';

type Line = ResultOf<'listCharity'>['items'][number];
const LINES_FIRST = 20;

/** What was given and where it went, posting by posting. */
export function CharityAccount({ charity, asset }: { charity: number; asset: string }) {
  const { t, language } = useTranslator();
  const format = useFormat();
  const pages = useInfiniteQuery({
    queryKey: ['nft', 'lines', charity, language],
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listCharity', {
        params: { id: charity },
        query: { limit: LINES_FIRST, ...(pageParam && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const what = ({ work, payout }: Line) => {
    if (payout !== null) return t('nfts:payout', { reference: payout.reference });
    if (work === null) return t('nfts:sale');
    const [first, last] = [work.serial, work.serial + work.quantity - 1].map((serial) => format.number(String(serial)));
    const numbers =
      work.quantity === 1 ? t('nfts:number', { serial: first! }) : t('nfts:numbers', { first: first!, last: last! });
    return `${work.name} · ${numbers}`;
  };
  const columns: Column<Line>[] = [
    { id: 'what', header: t('nfts:sale'), lead: true, cell: what },
    { id: 'at', header: t('common:word.time'), cell: ({ at }) => format.dateTime(at) },
    {
      id: 'amount',
      header: t('account:statement.change'),
      align: 'end',
      cell: ({ kind, amount }) => format.signedMoney(kind === 'sale' ? amount : `-${amount}`, asset),
    },
    {
      id: 'balance',
      header: t('account:statement.balanceAfter'),
      align: 'end',
      cell: ({ balanceAfter }) => format.money(balanceAfter, asset),
    },
    {
      id: 'entry',
      header: t('account:statement.logEntry'),
      align: 'end',
      cell: ({ seq, hash, payout }) => (
        <span title={payout?.proof ?? hash ?? undefined} className={styles.entry} dir="ltr">
          {seq}
          {hash !== null && ` · ${hash.slice(0, 8)}`}
        </span>
      ),
    },
  ];
  return (
    <Section title={t('nfts:account')} note={t('nfts:accountText')}>
      {pages.error !== null && !pages.isFetchNextPageError && (
        <FailureNote failure={failureOf(pages.error)} retry={() => void pages.refetch()} />
      )}
      <Card flush>
        <Table
          caption={t('nfts:account')}
          columns={columns}
          rows={pages.data?.pages.flatMap(({ items }) => items) ?? []}
          rowKey={({ seq }) => String(seq)}
          skeletonRows={pages.isPending ? 3 : 0}
          empty={<EmptyState compact title={t('nfts:nothingGiven')} />}
        />
      </Card>
      <ShowMore pages={pages} />
    </Section>
  );
}
