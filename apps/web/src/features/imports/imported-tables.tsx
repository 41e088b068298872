import { otherSideWords, reasonWords } from '@glasshouse/app/statement-words';
import type { Translator } from '@glasshouse/i18n';
import type { Column } from '@glasshouse/ui';
import { Money } from '../../parts/money/money.tsx';
import { importedContractNet, importedOptionNet } from './imported-net.ts';
import { type ImportedRow, MoneyValue, PriceValue, TextValue, TimeValue } from './imported-value.tsx';

type Columns = readonly Column<ImportedRow>[];

/** Names of the accounts that the file's owner had there, by their number. */
export type OwnAccounts = ReadonlyMap<string, string>;

export interface ShownTable {
  readonly table: string;
  readonly title: string;
  readonly columns: (own: OwnAccounts) => Columns;
}

/** The tables whose rows are shown as lists; all others are shown as they stand in the file. */
export function shownTables(translator: Translator): readonly ShownTable[] {
  const { t, find } = translator;
  const time = (field: string): Column<ImportedRow> => ({
    id: 'time',
    header: t('common:word.time'),
    cell: (row) => <TimeValue row={row} field={field} />,
  });
  const book: Column<ImportedRow> = {
    id: 'book',
    header: t('imports:column.book'),
    cell: (row) => find(`common:book.${row.fields.book}`) ?? <TextValue row={row} field="book" />,
  };
  const text = (field: string, header: string, lead = false): Column<ImportedRow> => ({
    id: field,
    header,
    lead,
    cell: (row) => <TextValue row={row} field={field} />,
  });
  const money = (field: string, header: string, asset?: string): Column<ImportedRow> => ({
    id: field,
    header,
    align: 'end',
    cell: (row) => (
      <MoneyValue row={row} field={field} {...(asset !== undefined && { asset: row.fields[asset] ?? '' })} />
    ),
  });
  const net = (netOf: (fields: ImportedRow['fields']) => string | undefined): Column<ImportedRow> => ({
    id: 'net',
    header: t('order:net'),
    align: 'end',
    cell: ({ fields }) => <Money value={netOf(fields)} asset={fields.asset ?? undefined} coloured />,
  });
  const price = (field: string, header: string): Column<ImportedRow> => ({
    id: field,
    header,
    align: 'end',
    cell: (row) => <PriceValue row={row} field={field} />,
  });
  /** The word that a page of the product has for it, else what the file says. */
  const words = (field: string, header: string, ...prefixes: readonly string[]): Column<ImportedRow> => ({
    id: field,
    header,
    cell: (row) => {
      const found = prefixes.map((prefix) => find(`${prefix}.${row.fields[field]}`)).find((word) => word !== undefined);
      return found ?? <TextValue row={row} field={field} />;
    },
  });
  const state = (...prefixes: readonly string[]) => words('state', t('common:word.state'), ...prefixes);
  const market = text('code', t('trade:orders.market'), true);
  const asset = text('asset', t('account:balances.asset'), true);
  const side = words('side', t('trade:orders.direction'), 'order:side');
  const kindOf = (own: OwnAccounts, id: string | null | undefined): string | undefined => own.get(id ?? '');
  const kindWords = (kind: string | undefined): string => (kind === undefined ? '–' : otherSideWords(translator, kind));
  return [
    {
      table: 'accounts',
      title: t('imports:table.balances'),
      columns: () => [
        asset,
        words('kind', t('account:statement.account'), 'account:accountKind'),
        book,
        money('balance', t('wallet:withdraw.amount'), 'asset'),
      ],
    },
    {
      table: 'postings',
      title: t('account:statement.title'),
      columns: (own) => [
        {
          id: 'reason',
          header: t('account:statement.reason'),
          lead: true,
          cell: (row) => reasonWords(translator, row.fields.reason ?? '–'),
        },
        time('at'),
        book,
        { id: 'from', header: t('imports:column.from'), cell: (row) => kindWords(kindOf(own, row.fields.from_id)) },
        { id: 'to', header: t('imports:column.to'), cell: (row) => kindWords(kindOf(own, row.fields.to_id)) },
        {
          id: 'amount',
          header: t('wallet:withdraw.amount'),
          align: 'end',
          cell: (row) => (
            <MoneyValue
              row={signed(row, kindOf(own, row.fields.from_id), kindOf(own, row.fields.to_id))}
              field="amount"
              asset={row.fields.asset ?? ''}
              coloured={
                (kindOf(own, row.fields.from_id) === undefined) !== (kindOf(own, row.fields.to_id) === undefined)
              }
            />
          ),
        },
      ],
    },
    {
      table: 'option_orders',
      title: t('funds:product.options'),
      columns: () => [
        market,
        time('placed_at'),
        book,
        words('direction', t('trade:orders.direction'), 'trade:options'),
        money('stake', t('trade:orders.stake'), 'asset'),
        price('entry_mid', t('trade:orders.entry')),
        price('exit_mid', t('trade:orders.exit')),
        words('outcome', t('trade:orders.result'), 'trade:outcome'),
        money('paid', t('trade:orders.paid'), 'asset'),
        net(importedOptionNet),
      ],
    },
    {
      table: 'contract_orders',
      title: t('funds:product.contracts'),
      columns: () => [
        market,
        time('placed_at'),
        book,
        side,
        money('lots', t('order:lots')),
        text('leverage', t('order:leverage')),
        price('open_points', t('order:entry')),
        state('order:state', 'order:step'),
        net(importedContractNet),
      ],
    },
    {
      table: 'spot_orders',
      title: t('funds:product.spot'),
      columns: () => [
        market,
        time('placed_at'),
        book,
        side,
        words('type', t('order:type'), 'order'),
        price('price', t('common:word.price')),
        money('filled_quantity', t('order:filled'), 'base'),
        money('filled_amount', t('order:filledValue'), 'quote'),
        state('order:spotState'),
      ],
    },
    {
      table: 'spot_fills',
      title: t('order:fills'),
      columns: () => [
        market,
        time('at'),
        book,
        side,
        words('role', t('order:role'), 'order'),
        money('quantity', t('order:quantity')),
        money('amount', t('common:word.total')),
        money('fee', t('common:word.fee'), 'fee_asset'),
      ],
    },
    ...(['convert_orders', 'convert_fills'] as const).map((table) => ({
      table,
      title: table === 'convert_orders' ? t('funds:product.convert') : t('imports:table.firmQuotes'),
      columns: (): Columns => [
        text('from_asset', t('imports:column.from'), true),
        text('to_asset', t('imports:column.to')),
        time(table === 'convert_orders' ? 'placed_at' : 'at'),
        book,
        money('amount', t('funds:tax.column.out'), 'from_asset'),
        money('receive', t('funds:tax.column.in'), 'to_asset'),
        ...(table === 'convert_orders' ? [state('order:spotState', 'order:state')] : []),
      ],
    })),
    {
      table: 'deposits',
      title: t('funds:product.deposit'),
      columns: () => [
        asset,
        time('placed_at'),
        text('network', t('wallet:network')),
        money('credited', t('wallet:withdraw.amount'), 'asset'),
        state('wallet:deposit.state'),
      ],
    },
    {
      table: 'withdrawals',
      title: t('funds:product.withdrawal'),
      columns: () => [
        asset,
        time('placed_at'),
        text('network', t('wallet:network')),
        money('amount', t('wallet:withdraw.amount'), 'asset'),
        money('fee', t('common:word.fee'), 'asset'),
        state('wallet:withdraw.state'),
      ],
    },
    {
      table: 'plan_orders',
      title: t('funds:product.plans'),
      columns: () => [
        asset,
        time('placed_at'),
        money('principal', t('plans:mine.principal'), 'asset'),
        text('days', t('plans:days')),
        money('daily', t('plans:daily'), 'asset'),
        state('plans:state'),
      ],
    },
    {
      table: 'loans',
      title: t('funds:product.loans'),
      columns: () => [
        { ...time('placed_at'), lead: true },
        money('amount', t('loans:amount')),
        text('term_days', t('plans:days')),
        money('interest', t('loans:field.totalInterest')),
        state('loans:state'),
      ],
    },
    {
      table: 'nft_purchases',
      title: t('funds:product.nfts'),
      columns: () => [
        { ...time('at'), lead: true },
        book,
        text('serial', t('imports:column.serial')),
        text('quantity', t('order:quantity')),
        money('paid', t('trade:orders.paid')),
      ],
    },
  ];
}

/** With a minus where it went out of the owner's accounts. */
function signed(row: ImportedRow, from: string | undefined, to: string | undefined): ImportedRow {
  const { amount } = row.fields;
  if (from === undefined || to !== undefined || amount == null) return row;
  return { ...row, fields: { ...row.fields, amount: `-${amount}` } };
}
