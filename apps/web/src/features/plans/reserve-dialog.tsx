import type { ResultOf } from '@glasshouse/api';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import type { Product } from '@glasshouse/trade/plans/sums';
import { type Column, Dialog, KeyValue, Stack, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { Money } from '../../parts/money/money.tsx';

type Move = ResultOf<'listPlanFunding'>['items'][number];

/** Who put money into the reserve that pays the yield, who took some out, and when. */
export function ReserveDialog({ product, onClose }: { product: Product; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const { id, asset, reserve, available } = product;
  const money = (value: string) => <Money value={value} asset={asset} />;
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
        <KeyValue
          rows={[
            { id: 'promised', name: t('plans:promised'), value: money(reserve.promised) },
            { id: 'free', name: t('plans:free'), value: money(reserve.free) },
            { id: 'paid', name: t('plans:paid'), value: money(reserve.paid) },
            { id: 'left', name: t('plans:left'), value: money(available) },
          ]}
        />
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
