import type { ResultOf } from '@glasshouse/api';
import { type Column, Dialog, Stack, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { failureOf } from '../../api/failure.ts';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { Money } from '../../shared/money.tsx';
import { ShowMore } from '../../shared/show-more.tsx';
import type { Product } from './sums.ts';

type Move = ResultOf<'listPlanFunding'>['items'][number];

/** Who put money into the reserve that pays the yield, who took some out, and when. */
export function ReserveDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { id } = product;
  const pages = useInfiniteQuery({
    queryKey: ['plans', 'funding', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listPlanFunding', {
        params: { id },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: ({ next }) => next ?? undefined,
  });
  const columns: Column<Move>[] = [
    { id: 'kind', header: t('plans:source'), lead: true, cell: ({ kind }) => t(`plans:reserve.${kind}`) },
    { id: 'at', header: t('plans:calendar.at'), cell: ({ at }) => format.dateTime(at) },
    {
      id: 'amount',
      header: t('plans:range'),
      align: 'end',
      cell: ({ amount, asset }) => <Money value={amount} asset={asset} />,
    },
    {
      id: 'after',
      header: t('plans:reserve.after'),
      align: 'end',
      cell: ({ pool, asset }) => <Money value={pool} asset={asset} />,
    },
    {
      id: 'by',
      header: t('plans:reserve.by'),
      align: 'end',
      cell: ({ operators }) => (operators.length === 0 ? '–' : <bdi dir="ltr">{operators.join(', ')}</bdi>),
    },
    {
      id: 'entry',
      header: t('plans:reserve.entry'),
      align: 'end',
      cell: ({ seq, hash }) => (
        <bdi dir="ltr" title={hash}>
          {seq}
        </bdi>
      ),
    },
  ];
  return (
    <Dialog
      open
      onClose={onClose}
      width="l"
      title={t('plans:reserve.title', { plan: product.name })}
      description={t('plans:reserve.text')}
      closeLabel={t('common:action.close')}
    >
      <Stack gap={3}>
        {pages.error && <FailureNote failure={failureOf(pages.error)} />}
        <Table
          caption={t('plans:reserve.title', { plan: product.name })}
          columns={columns}
          rows={pages.data?.pages.flatMap(({ items }) => items) ?? []}
          rowKey={({ seq }) => String(seq)}
          skeletonRows={pages.isPending ? 2 : 0}
        />
        <ShowMore pages={pages} />
        <p>{t('plans:terms.draw')}</p>
      </Stack>
    </Dialog>
  );
}
