import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { LazyPlace, lazyPart } from '@glasshouse/app/lazy/lazy-part.tsx';
import { Link } from '@glasshouse/app/links/link.tsx';
import { useBook } from '@glasshouse/app/session/session';
import { reasonWords } from '@glasshouse/app/statement-words';
import type { MessageKey, Translator } from '@glasshouse/i18n';
import { amountOf, ZERO } from '@glasshouse/rules/money';
import { type Column, Figure, Seal, Section, Table } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { fetchResult } from '../../api/client.ts';
import { serverNow } from '../../live/clock.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';
import { Money } from '../../parts/money/money.tsx';
import { dayOf } from '../../parts/orders/use-today.ts';
import { isSealed } from '../../parts/proofs/sealed-product.ts';
import { groupsOf, type LineGroup } from '../../parts/statement/line-groups.ts';
import { OrderLink } from '../../parts/statement/lines-table.tsx';
import styles from './portfolio.module.css';

/** Verifying comes after the page. */
const LateSeal = lazyPart(async () => (await import('./row-seal.tsx')).RowSeal);

/** Enough postings for as many orders as are shown. */
const LINES = 50;
const SHOWN = 5;

/** What the newest posting of an order is about: its most telling reason, the first of these. */
const TELLING = [
  'options.win',
  'options.lose',
  'options.draw',
  'options.refund',
  'options.stake',
  'contracts.profit',
  'contracts.loss',
  'contracts.netting',
  'contracts.marginBack',
  'contracts.margin',
  'contracts.hold',
  'spot.buy',
  'spot.sell',
  'spot.hold',
  'convert.receive',
  'convert.give',
];

/** Of these the row has the sum with fees and margin: a name of one line would contradict it. */
const SUMMED: { readonly [reason: string]: MessageKey } = {
  'contracts.profit': 'portfolio:latest.closed',
  'contracts.loss': 'portfolio:latest.closed',
  'contracts.netting': 'portfolio:latest.closed',
  'contracts.margin': 'portfolio:latest.opened',
};

function wordsOf(translator: Translator, reason: string): string {
  const summed = SUMMED[reason];
  return summed === undefined ? reasonWords(translator, reason) : translator.t(summed);
}

/** What has changed the account last, by order. */
export function Latest() {
  const t = useT();
  const book = useBook();
  const { data } = useQuery({
    queryKey: privateKey('statement', book, 'latest'),
    queryFn: async ({ signal }) => fetchResult('listStatement', { query: { limit: LINES }, signal }),
  });
  const groups = useMemo(() => data && groupsOf(data.items, data.next !== null).slice(0, SHOWN), [data]);
  if (groups?.length === 0) return null;
  return (
    <Section
      title={t('portfolio:latest.title')}
      actions={
        <Link href="/zjxq" className={styles.more}>
          {t('portfolio:latest.all')}
        </Link>
      }
    >
      <LatestTable groups={groups} />
    </Section>
  );
}

function LatestTable({ groups }: { readonly groups: readonly LineGroup[] | undefined }) {
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const today = dayOf(serverNow());
  const columns: Column<LineGroup>[] = [
    {
      id: 'time',
      header: t('account:statement.time'),
      width: '0.7rem',
      cell: ({ at }) => (
        <time dateTime={at} className={styles.muted}>
          {dayOf(Date.parse(at)) === today ? format.time(at) : format.dayMonth(at)}
        </time>
      ),
    },
    {
      id: 'what',
      header: t('portfolio:latest.what'),
      lead: true,
      cell: (group) => (
        <span className={styles.happened}>
          <span className={styles.words}>{wordsOf(translator, tellingOf(group))}</span>
          <OrderLink product={group.product} reference={group.ref} />
        </span>
      ),
    },
    {
      id: 'change',
      header: 'USDT',
      align: 'end',
      headline: true,
      cell: (group) => (
        <span className={styles.change}>
          <ChangeOf group={group} />
          {group.ref !== null && isSealed(group.product) ? (
            <LazyPlace waiting={<Seal state="open" />}>
              <LateSeal product={group.product} id={Number(group.ref)} />
            </LazyPlace>
          ) : (
            <span className={styles.noSeal} />
          )}
        </span>
      ),
    },
  ];
  return (
    <Table
      keepTable
      caption={t('portfolio:latest.title')}
      columns={columns}
      rows={groups ?? []}
      rowKey={({ id }) => id}
      skeletonRows={groups === undefined ? SHOWN : 0}
    />
  );
}

/** What it changed: of a trade of coins, which is neither a gain nor a loss, without colour. */
function ChangeOf({ group }: { readonly group: LineGroup }) {
  const change = shownChange(group);
  if (change === undefined) return null;
  const { product } = group;
  const { asset, amount } = change;
  // An amount that was only reserved is still there.
  if (amountOf(amount) === ZERO) return '–';
  if (asset !== 'USDT') return <Money value={amount} asset={asset} sign="always" />;
  const isTrade = product === 'spot' || product === 'convert';
  return <Figure value={amount} places={2} sign="always" coloured={!isTrade} />;
}

const shownChange = ({ changes }: LineGroup) => changes.find(({ asset }) => asset === 'USDT') ?? changes[0];

function tellingOf(group: LineGroup): string {
  const shown = shownChange(group)?.asset;
  // Of the two sides of a conversion, the one whose amount is shown.
  const lines = group.product === 'convert' ? group.lines.filter(({ asset }) => asset === shown) : group.lines;
  const reasons = new Set(lines.map(({ reason }) => reason));
  return TELLING.find((reason) => reasons.has(reason)) ?? lines[0]?.reason ?? '';
}
