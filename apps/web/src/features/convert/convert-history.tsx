import { Button, Card, type Column, EmptyState, Figure, Section, Table } from '@glasshouse/ui';
import { ArrowLeftRight } from '@glasshouse/ui/icon/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { loadable } from '../../api/loadable.ts';
import { fetchResult } from '../../api/queries.ts';
import { useT } from '../../i18n/language.ts';
import { useBook } from '../../session/session.ts';
import { FailureNote } from '../../shared/failure.tsx';
import { useFormat } from '../../shared/format.ts';
import { Money } from '../../shared/money.tsx';
import { privateKey } from '../../shared/query-keys.ts';
import { ShowMore } from '../../shared/show-more.tsx';
import styles from './convert.module.css';
import { readablePrices } from './figures.ts';
import type { Fill } from './use-convert.ts';

const PAGE = 20;
const SKELETON_ROWS = 3;

/** Conversions so far, newest first. */
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
  const columns: Column<Fill>[] = [
    {
      id: 'what',
      header: t('convert:conversion'),
      lead: true,
      cell: (fill) => (
        <span className={styles.two}>
          <bdi dir="ltr">
            {fill.from} → {fill.to}
          </bdi>
          <span className={styles.small}>{format.dateTime(fill.at)}</span>
        </span>
      ),
    },
    {
      id: 'given',
      header: t('convert:given'),
      align: 'end',
      cell: (fill) => <Money value={fill.amount} asset={fill.from} />,
    },
    {
      id: 'received',
      header: t('convert:received'),
      align: 'end',
      cell: (fill) => <Money value={fill.received} asset={fill.to} />,
    },
    {
      id: 'price',
      header: `${t('common:word.price')} / ${t('convert:spread')}`,
      align: 'end',
      cell: (fill) => {
        const prices = readablePrices(fill);
        return (
          <span className={styles.twoEnd}>
            <Figure value={prices.price} asset={prices.in} />
            <span className={styles.small}>
              {format.percent(fill.spreadRate, { min: 2, max: 4, rounding: 'ceil' })}
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
      cell: (fill) => (
        <Button size="s" variant="quiet" className={styles.linesButton} onClick={() => onLines(fill.id)}>
          {t('convert:lines')}
        </Button>
      ),
    },
  ];
  return (
    <Section title={t('convert:history')} className={styles.history}>
      {list.state === 'error' ? (
        <FailureNote failure={list.failure} retry={list.retry} />
      ) : (
        <Card flush>
          <Table
            caption={t('convert:history')}
            columns={columns}
            rows={list.state === 'ready' ? list.value.pages.flatMap((page) => page.items) : []}
            rowKey={(fill) => String(fill.id)}
            skeletonRows={list.state === 'loading' ? SKELETON_ROWS : 0}
            empty={<EmptyState compact icon={ArrowLeftRight} title={t('convert:empty')} />}
          />
          <ShowMore pages={query} />
        </Card>
      )}
    </Section>
  );
}
