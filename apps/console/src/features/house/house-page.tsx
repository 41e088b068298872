import type { Book } from '@glasshouse/api/constants';
import type { OperatorBodyOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { ShowMore } from '@glasshouse/app/failures/show-more.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { otherSideWords } from '@glasshouse/app/statement-words';
import { failureOf } from '@glasshouse/client/failure';
import { AmountField, Badge, Button, Page, PageHead, Section, Segmented, Select, TextField } from '@glasshouse/ui';
import { ArrowLeftRight } from '@glasshouse/ui/icon/icons';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { Money } from '../../parts/fields/money.tsx';
import { SearchBox } from '../../parts/fields/search-box.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { AccountName } from '../../parts/people/account-name.tsx';
import { AMOUNT_DECIMALS } from '../../parts/records/decimals.ts';
import { ShortTable } from '../../parts/records/pages-table.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';

type House = OperatorResultOf<'getHouse'>;
type Translate = ReturnType<typeof useT>;
type End = OperatorBodyOf<'moveHouse'>['from'];
const ENDS = [
  'external',
  'playMoney',
  'capital',
  'pool.options',
  'pool.contracts',
  'pool.insurance',
  'pool.lending',
  'pool.liquidity',
] as const satisfies readonly End[];
const AMOUNT = /^(?!0(?:\.0+)?$)\d{1,14}(?:\.\d{1,8})?$/;
const ASSET = /^[A-Z0-9]{2,12}$/;

/** The way out of real money is not one of play money, nor the other way round. */
const outsideOf = (book: Book | undefined): End => (book === 'demo' ? 'external' : 'playMoney');

const BOOKS = ['real', 'demo'] as const satisfies readonly Book[];

/** Accounts read at once. */
const PAGE = 200;
const MOVES_FIRST = 5;
const ROWS_FIRST = 20;

type AccountKey = { readonly book: string; readonly asset: string; readonly kind: string };
/** Real money first, then coin by coin. */
const byBook = (left: AccountKey, right: AccountKey): number =>
  right.book.localeCompare(left.book) || left.asset.localeCompare(right.asset) || left.kind.localeCompare(right.kind);

type Limit = House['limits'][number];
const isLow = ({ free }: Limit): boolean => free.startsWith('-');
const rank = (limit: Limit): number => (isLow(limit) ? 0 : limit.needed !== '0' ? 1 : limit.balance !== '0' ? 2 : 3);
/** What is short first, then what something is open against, then what holds anything. */
const byNeed = (left: Limit, right: Limit): number =>
  rank(left) - rank(right) || byBook({ ...left, kind: left.pool }, { ...right, kind: right.pool });

/** The house's own money: what its pools hold, what they need, and moves between them. */
export function HousePage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const book = BOOKS.find((known) => known === url.book);
  const asset = ASSET.test(url.asset ?? '') ? url.asset : undefined;
  const filter = { ...(book !== undefined && { book }), ...(asset !== undefined && { asset }) };
  const query = useInfiniteQuery({
    queryKey: ['getHouse', filter],
    queryFn: ({ pageParam, signal }) =>
      fetchCall('getHouse', {
        query: { ...filter, limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });
  const move = useMove(() => void query.refetch());
  const pages = query.data?.pages;
  const house = pages && {
    ...pages[0],
    accounts: pages.flatMap(({ accounts }) => accounts).toSorted(byBook),
    limits: pages.flatMap(({ limits }) => limits).toSorted(byNeed),
  };
  return (
    <Page>
      <PageHead
        title={t('console:page.house')}
        note={house?.at && format.dateTime(house.at)}
        actions={
          (may('house.fund') || may('house.draw')) && (
            <Button variant="primary" icon={ArrowLeftRight} onClick={move.ask}>
              {t('records:house.move')}
            </Button>
          )
        }
      />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <Moves moves={house?.moves} />
      <Section title={t('records:house.pools')}>
        <Filters>
          <Segmented
            label={t('records:col.book')}
            value={book ?? 'all'}
            onChange={(value) => setUrl({ book: value === 'all' ? undefined : value })}
            options={(['all', ...BOOKS] as const).map((value) => ({
              value,
              label: t(value === 'all' ? 'common:word.all' : `common:book.${value}`),
            }))}
          />
          <SearchBox
            key={url.asset}
            value={url.asset}
            label={t('records:house.search')}
            onChange={(typed) => setUrl({ asset: typed?.toUpperCase() })}
          />
        </Filters>
        <Pools limits={house?.limits} />
      </Section>
      <Section title={t('records:house.accounts')}>
        <Accounts accounts={house?.accounts} />
      </Section>
      <ShowMore pages={query} />
      {move.dialog}
    </Page>
  );
}

const bookColumn = (t: Translate) => ({
  id: 'book',
  header: t('records:col.book'),
  cell: (row: { readonly book: Book }) => t(`common:book.${row.book}`),
});

/** What was moved last, above the long lists: it is why most people come here. */
function Moves({ moves }: { moves: House['moves'] | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <Section title={t('records:house.moves')}>
      <ShortTable
        first={MOVES_FIRST}
        caption={t('records:house.moves')}
        rows={moves}
        rowKey={(row) => String(row.seq)}
        columns={[
          { id: 'at', header: t('common:word.time'), lead: true, cell: (row) => format.dateTime(row.at) },
          bookColumn(t),
          { id: 'from', header: t('records:col.from'), cell: (row) => <AccountName kind={row.from} /> },
          { id: 'to', header: t('records:col.to'), cell: (row) => <AccountName kind={row.to} /> },
          {
            id: 'amount',
            header: t('records:col.amount'),
            align: 'end',
            cell: (row) => <Money value={row.amount} asset={row.asset} />,
          },
          { id: 'reason', header: t('records:col.reason'), cell: (row) => row.reason },
        ]}
      />
    </Section>
  );
}

function Pools({ limits }: { limits: House['limits'] | undefined }) {
  const t = useT();
  const format = useFormat();
  return (
    <ShortTable
      first={ROWS_FIRST}
      caption={t('records:house.pools')}
      rows={limits}
      rowKey={(row) => `${row.book} ${row.asset} ${row.pool}`}
      empty={t('common:state.nothingFound')}
      columns={[
        { id: 'pool', header: t('records:col.pool'), lead: true, cell: (row) => <AccountName kind={row.pool} /> },
        bookColumn(t),
        {
          id: 'balance',
          header: t('records:col.balance'),
          align: 'end',
          cell: (row) => <Money value={row.balance} asset={row.asset} />,
        },
        {
          id: 'needed',
          header: t('records:col.needed'),
          align: 'end',
          cell: (row) => <Money value={row.needed} asset={row.asset} />,
        },
        {
          id: 'free',
          header: t('records:col.free'),
          align: 'end',
          cell: (row) =>
            isLow(row) ? (
              <Badge tone="danger">{format.signedMoney(row.free, row.asset)}</Badge>
            ) : (
              <Money value={row.free} asset={row.asset} />
            ),
        },
      ]}
    />
  );
}

function Accounts({ accounts }: { accounts: House['accounts'] | undefined }) {
  const t = useT();
  return (
    <ShortTable
      first={ROWS_FIRST}
      caption={t('records:house.accounts')}
      rows={accounts}
      rowKey={(row) => `${row.book} ${row.asset} ${row.kind}`}
      empty={t('common:state.nothingFound')}
      columns={[
        { id: 'kind', header: t('records:col.account'), lead: true, cell: (row) => <AccountName kind={row.kind} /> },
        bookColumn(t),
        {
          id: 'balance',
          header: t('records:col.balance'),
          align: 'end',
          cell: (row) => <Money value={row.balance} asset={row.asset} />,
        },
      ]}
    />
  );
}

function useMove(onDone: () => void) {
  const translator = useTranslator();
  const { t } = translator;
  const [book, setBook] = useState<Book>();
  const [from, setFrom] = useState<End>();
  const [to, setTo] = useState<End>();
  const [amount, setAmount] = useState('');
  const [asset, setAsset] = useState('');
  const format = useFormat();
  const ends = ENDS.filter((value) => value !== outsideOf(book)).map((value) => ({
    value,
    label: otherSideWords(translator, value),
  }));
  const chooseBook = (next: Book) => {
    setBook(next);
    // An end that the other book alone has is not one of the choices any more.
    for (const choose of [setFrom, setTo]) choose((end) => (end === outsideOf(next) ? undefined : end));
  };
  const isSound = AMOUNT.test(amount) && ASSET.test(asset) && from !== to && (from === 'capital' || to === 'capital');
  const body =
    isSound && book !== undefined && from !== undefined && to !== undefined
      ? { book, asset, from, to, amount }
      : undefined;
  const missing = [
    ...(book === undefined ? [t('records:col.book')] : []),
    ...(from === undefined ? [t('records:col.from')] : []),
    ...(to === undefined ? [t('records:col.to')] : []),
    ...(AMOUNT.test(amount) ? [] : [t('records:col.amount')]),
    ...(ASSET.test(asset) ? [] : [t('records:col.asset')]),
  ];
  const problem =
    missing.length === 0 ? t('records:house.moveText') : `${format.list(missing)}: ${t('records:calendar.incomplete')}`;
  const make = (): Decision => ({
    kind: 'approve',
    label: t('records:house.move'),
    title: t('records:house.move'),
    text: t('records:house.moveText'),
    fields: (
      <>
        <Segmented
          label={t('records:col.book')}
          value={book}
          onChange={chooseBook}
          options={(['real', 'demo'] as const).map((value) => ({ value, label: t(`common:book.${value}`) }))}
        />
        <Select
          label={t('records:col.from')}
          placeholder={t('console:deposits.basisOf.none')}
          value={from}
          onChange={setFrom}
          options={ends}
        />
        <Select
          label={t('records:col.to')}
          placeholder={t('console:deposits.basisOf.none')}
          value={to}
          onChange={setTo}
          options={ends}
        />
        <AmountField
          label={t('records:col.amount')}
          asset={asset}
          decimals={AMOUNT_DECIMALS}
          value={amount}
          onChange={setAmount}
        />
        <TextField
          label={t('records:col.asset')}
          dir="ltr"
          value={asset}
          onChange={(event) => setAsset(event.currentTarget.value.trim().toUpperCase())}
        />
      </>
    ),
    problem: body === undefined ? problem : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) =>
      call('moveHouse', { body: { ...(body as NonNullable<typeof body>), reason }, idempotencyKey }),
  });
  const decision = useDecision(make, onDone);
  const reset = () => {
    for (const choose of [setBook, setFrom, setTo]) choose(undefined);
    for (const write of [setAmount, setAsset]) write('');
  };
  return {
    ask: () => {
      reset();
      decision.ask(undefined);
    },
    dialog: decision.dialog,
  };
}
