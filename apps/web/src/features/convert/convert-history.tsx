import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { loadable } from '@glasshouse/app/failures/loadable';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { isMade, readablePrices } from '@glasshouse/trade/ticket/readable-prices';
import { Button, Card, type Column, EmptyState, Figure, Section, Table } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Cents } from '../../parts/money/cents.tsx';
import styles from './convert.module.css';
import type { Conversion } from './use-convert-ticket.ts';

const PAGE = 20;
const SKELETON_ROWS = 3;

/** Past conversions, newest first. */
export function ConvertHistory({ onLines }: { onLines: (id: number) => void }) {
  const t = useT();
  const format = useFormat();
  const book = useBook();
  const query = useInfiniteQuery({
    queryKey: privateKey('conversions', book),
    queryFn: ({ pageParam, signal }) =>
      fetchResult('listConversions', {
        query: pageParam === undefined ? { limit: PAGE } : { limit: PAGE, cursor: pageParam },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const list = loadable(query);
  const columns: Column<Conversion>[] = [
    {
      id: 'what',
      header: t('convert:conversion'),
      lead: true,
      cell: (conversion) => (
        <span className={styles.two}>
          <bdi dir="ltr">
            {conversion.from} → {conversion.to}
          </bdi>
          <span className={styles.small}>{format.dateTime(conversion.at)}</span>
        </span>
      ),
    },
    {
      id: 'given',
      header: t('convert:given'),
      align: 'end',
      cell: ({ amount, from }) => <Cents value={amount} asset={from} name={t('convert:given')} />,
    },
    {
      id: 'received',
      header: t('convert:received'),
      align: 'end',
      cell: (conversion) => {
        if (conversion.state === 'waiting') return t('convert:waits');
        if (conversion.state === 'cancelled') return t('convert:cancelled');
        return <Cents value={conversion.received} asset={conversion.to} name={t('convert:received')} />;
      },
    },
    {
      id: 'price',
      header: `${t('common:word.price')} / ${t('convert:spread')}`,
      align: 'end',
      cell: (conversion) => {
        const prices = readablePrices(conversion);
        return (
          <span className={styles.twoEnd}>
            <Figure value={prices.price} asset={prices.in} />
            <span className={styles.small}>
              {format.percent(conversion.spreadRate, { min: 2, max: 4, rounding: 'ceil' })}
            </span>
          </span>
        );
      },
    },
    {
      id: 'lines',
      header: t('convert:lines'),
      hideHeader: true,
      align: 'end',
      cell: (conversion) => (
        <span className={styles.twoEnd}>
          <Button size="s" variant="quiet" className={styles.linesButton} onClick={() => onLines(conversion.id)}>
            {t('convert:lines')}
          </Button>
          {isMade(conversion) && (
            <LinkButton size="s" variant="quiet" href={`/order/convert/${conversion.id}`}>
              {t('trade:receipt.title')}
            </LinkButton>
          )}
        </span>
      ),
    },
  ];
  return (
    <Section
      title={t('convert:history')}
      actions={
        <LinkButton size="s" variant="quiet" href="/zjxq">
          {t('shell:nav.fundingDetails')}
        </LinkButton>
      }
    >
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <Card flush>
          <Table
            caption={t('convert:history')}
            columns={columns}
            rows={list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : []}
            rowKey={(conversion) => String(conversion.id)}
            skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
            empty={
              <EmptyState compact title={t('convert:empty')}>
                {t('convert:emptyText')}
              </EmptyState>
            }
          />
          <ShowMore pages={query} />
        </Card>
      )}
    </Section>
  );
}
