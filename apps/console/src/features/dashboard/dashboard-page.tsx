import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Banner, Button, Page, PageHead, Section, Stack } from '@glasshouse/ui';
import { RefreshCw } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { Money } from '../../parts/fields/money.tsx';
import { priceWords } from '../../parts/fields/price-words.ts';
import { AccountName } from '../../parts/people/account-name.tsx';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { alarmWords } from './alarm-words.ts';
import styles from './dashboard-page.module.css';

type Dashboard = OperatorResultOf<'getDashboard'>;
type Part = { readonly board: Dashboard | undefined };

const REFRESH_MS = 10_000;

/** What needs a person now, and how the house stands. */
export function DashboardPage() {
  const t = useT();
  const format = useFormat();
  const query = useQuery({
    queryKey: ['getDashboard'],
    queryFn: ({ signal }) => fetchCall('getDashboard', { signal }),
    refetchInterval: REFRESH_MS,
  });
  const board = query.data;
  const number = (value: number) => format.number(value);
  return (
    <Page width="wide">
      <PageHead
        title={t('console:page.dashboard')}
        note={
          board &&
          t('records:dashboard.peopleNote', {
            users: number(board.people.users),
            guests: number(board.people.guests),
            today: number(board.people.today),
            frozen: number(board.people.frozen),
          })
        }
        actions={
          <Button icon={RefreshCw} loading={query.isFetching} onClick={() => void query.refetch()}>
            {t('console:queue.refresh')}
          </Button>
        }
      />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <div className={styles.parts}>
        <Alarms board={board} />
        <Queues board={board} />
        <Losing board={board} />
        <Exposure board={board} />
        <Pools board={board} />
        <Volumes board={board} />
        <Feeds board={board} />
      </div>
    </Page>
  );
}

function Alarms({ board }: Part) {
  const { t, find } = useTranslator();
  const format = useFormat();
  if (board === undefined) return null;
  return (
    <Section title={t('records:dashboard.alarms')} className={styles.wide}>
      {board.alarms.length === 0 ? (
        <Badge tone="success" dot>
          {t('records:alarm.none')}
        </Badge>
      ) : (
        <Stack gap={2}>
          {board.alarms.map((alarm) => {
            const { title, detail } = alarmWords({ find, format }, alarm);
            return (
              <Banner key={`${alarm.kind} ${alarm.subject}`} kind={alarm.kind === 'stalePrices' ? 'warning' : 'danger'}>
                {title}
                {detail !== '' && (
                  <>
                    : <bdi>{detail}</bdi>
                  </>
                )}
                {1 < alarm.count && <> · {format.number(alarm.count)}</>}
                {alarm.since !== null && <> · {format.dateTime(alarm.since)}</>}
              </Banner>
            );
          })}
        </Stack>
      )}
    </Section>
  );
}

const QUEUE_PATHS = {
  kyc: '/kyc',
  deposits: '/deposits',
  withdrawals: '/withdrawals',
  loans: '/loans',
  payouts: '/payouts',
  requests: '/requests',
} as const;

function Queues({ board }: Part) {
  const t = useT();
  const format = useFormat();
  return (
    <Section title={t('records:dashboard.queues')}>
      <PlainTable
        keepTable
        caption={t('records:dashboard.queues')}
        rows={board?.queues}
        rowKey={(row) => row.queue}
        columns={[
          {
            id: 'queue',
            header: t('records:col.queue'),
            lead: true,
            cell: (row) => (
              <Link href={QUEUE_PATHS[row.queue]} className={styles.link}>
                {t(`console:page.${row.queue}`)}
              </Link>
            ),
          },
          { id: 'waiting', header: t('records:col.waiting'), align: 'end', cell: (row) => format.number(row.waiting) },
          {
            id: 'overdue',
            header: t('records:col.overdue'),
            align: 'end',
            cell: (row) =>
              row.overdue === 0 ? format.number(0) : <Badge tone="danger">{format.number(row.overdue)}</Badge>,
          },
          {
            id: 'oldest',
            header: t('records:col.oldest'),
            align: 'end',
            cell: (row) => <Waiting board={board} row={row} />,
          },
        ]}
      />
    </Section>
  );
}

/** How long the oldest waits; what is late is said in words beside it. */
function Waiting({ board, row }: Part & { readonly row: Dashboard['queues'][number] }) {
  const format = useFormat();
  if (row.oldestAt === null || board === undefined) return '–';
  const seconds = (Date.parse(board.at) - Date.parse(row.oldestAt)) / 1000;
  return (
    <time dateTime={row.oldestAt} title={format.dateTime(row.oldestAt)}>
      {format.duration(seconds < 60 ? seconds : Math.floor(seconds / 60) * 60)}
    </time>
  );
}

function Losing({ board }: Part) {
  const t = useT();
  const format = useFormat();
  return (
    <Section title={t('records:dashboard.losing')} note={t('records:dashboard.losingNote')}>
      <PlainTable
        keepTable
        caption={t('records:dashboard.losing')}
        rows={board?.losing}
        rowKey={(row) => `${row.book} ${row.product}`}
        columns={[
          {
            id: 'product',
            header: t('records:col.product'),
            lead: true,
            cell: (row) => t(`records:product.${row.product}`),
          },
          { id: 'book', header: t('records:col.book'), cell: (row) => t(`common:book.${row.book}`) },
          {
            id: 'losing',
            header: t('records:col.losing'),
            align: 'end',
            cell: (row) => `${format.number(row.losing)} / ${format.number(row.accounts)}`,
          },
          {
            id: 'share',
            header: t('records:col.share'),
            align: 'end',
            cell: (row) => (row.share === null ? '–' : format.percent(row.share)),
          },
        ]}
      />
    </Section>
  );
}

function Exposure({ board }: Part) {
  const t = useT();
  const format = useFormat();
  return (
    <Section title={t('records:dashboard.exposure')} className={styles.wide}>
      <PlainTable
        caption={t('records:dashboard.exposure')}
        rows={board?.exposure}
        rowKey={(row) => `${row.book} ${row.product} ${row.code}`}
        columns={[
          { id: 'code', header: t('records:col.code'), lead: true, cell: (row) => row.code },
          { id: 'product', header: t('records:col.product'), cell: (row) => t(`records:product.${row.product}`) },
          { id: 'book', header: t('records:col.book'), cell: (row) => t(`common:book.${row.book}`) },
          { id: 'orders', header: t('records:col.orders'), align: 'end', cell: (row) => format.number(row.orders) },
          {
            id: 'bought',
            header: t('records:col.bought'),
            align: 'end',
            cell: (row) => <Money value={row.bought} asset="USDT" />,
          },
          {
            id: 'sold',
            header: t('records:col.sold'),
            align: 'end',
            cell: (row) => <Money value={row.sold} asset="USDT" />,
          },
          {
            id: 'promised',
            header: t('records:col.promised'),
            align: 'end',
            cell: (row) => (row.product === 'options' ? <Money value={row.promised} asset="USDT" /> : '–'),
          },
          {
            id: 'limit',
            header: t('records:col.limit'),
            align: 'end',
            cell: (row) => <Money value={row.limit} asset="USDT" />,
          },
        ]}
      />
    </Section>
  );
}

function Pools({ board }: Part) {
  const t = useT();
  const pools = board?.pools.filter(({ kind }) => !['clearing', 'external', 'playMoney'].includes(kind));
  return (
    <Section
      title={t('records:dashboard.pools')}
      actions={
        <Link href="/house" className={styles.link}>
          {t('console:page.house')}
        </Link>
      }
    >
      <PlainTable
        keepTable
        caption={t('records:dashboard.pools')}
        rows={pools}
        rowKey={(row) => `${row.book} ${row.asset} ${row.kind}`}
        columns={[
          {
            id: 'kind',
            header: t('records:col.pool'),
            lead: true,
            cell: (row) => <AccountName kind={row.kind} book={row.book} />,
          },
          {
            id: 'balance',
            header: t('records:col.balance'),
            align: 'end',
            cell: (row) => <Money value={row.balance} asset={row.asset} />,
          },
        ]}
      />
    </Section>
  );
}

function Volumes({ board }: Part) {
  const t = useT();
  const format = useFormat();
  return (
    <Section title={t('records:dashboard.volumes')}>
      <PlainTable
        keepTable
        caption={t('records:dashboard.volumes')}
        rows={board?.volumes}
        rowKey={(row) => `${row.day} ${row.book} ${row.product}`}
        columns={[
          { id: 'day', header: t('records:col.day'), lead: true, cell: (row) => row.day },
          { id: 'book', header: t('records:col.book'), cell: (row) => t(`common:book.${row.book}`) },
          { id: 'product', header: t('records:col.product'), cell: (row) => t(`records:product.${row.product}`) },
          {
            id: 'volume',
            header: t('records:col.volume'),
            align: 'end',
            cell: (row) => <Money value={row.volume} asset="USDT" />,
          },
          { id: 'traders', header: t('records:col.traders'), align: 'end', cell: (row) => format.number(row.traders) },
        ]}
      />
    </Section>
  );
}

function Feeds({ board }: Part) {
  const t = useT();
  const format = useFormat();
  const feeds = board?.feeds;
  return (
    <Section
      title={t('records:dashboard.feeds')}
      className={styles.wide}
      note={
        feeds &&
        t('records:dashboard.feedsNote', {
          open: format.number(feeds.open),
          listed: format.number(feeds.listed),
          held: format.number(feeds.held.length),
        })
      }
    >
      {feeds !== undefined && feeds.held.length === 0 ? (
        <Badge tone="success" dot>
          {feeds.sources.map(({ source }) => source).join(', ')}
        </Badge>
      ) : (
        <PlainTable
          caption={t('records:dashboard.feeds')}
          rows={feeds?.held}
          rowKey={(row) => row.code}
          columns={[
            { id: 'code', header: t('records:col.code'), lead: true, cell: (row) => row.code },
            { id: 'source', header: t('records:col.source'), cell: (row) => row.source },
            {
              id: 'price',
              header: t('common:word.price'),
              align: 'end',
              cell: (row) => priceWords(format, row.price),
            },
            {
              id: 'since',
              header: t('records:col.since'),
              align: 'end',
              cell: (row) => (row.since === null ? '–' : format.dateTime(row.since)),
            },
          ]}
        />
      )}
    </Section>
  );
}
