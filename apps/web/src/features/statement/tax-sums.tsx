import type { ResultOf } from '@glasshouse/api';
import { useTranslator } from '@glasshouse/app/language/language';
import { createFormatter } from '@glasshouse/i18n/format';
import { Card, type Column, EmptyState, Table } from '@glasshouse/ui';
import { useMemo } from 'react';
import { Cents } from '../../parts/money/cents.tsx';
import { Money } from '../../parts/money/money.tsx';
import { BlockHead } from './block-head.tsx';
import statement from './statement.module.css';
import styles from './tax.module.css';

type Report = ResultOf<'getTaxReport'>;
type Total = Report['totals'][number];
type Holding = Report['closing'][number];
type Movement = Report['movements'][number];
type Quote = Report['prices'][number];

const SKELETON_ROWS = 4;

interface TaxSumsProps {
  /** Undefined while it is being calculated. */
  readonly report: Report | undefined;
  readonly isWaiting: boolean;
  readonly zone: string;
}

/** The sums of the year, what was held before and after, and the prices behind both. */
export function TaxSums({ report, isWaiting, zone }: TaxSumsProps) {
  const { t } = useTranslator();
  const waiting = isWaiting ? statement.waiting : undefined;
  return (
    <>
      <Card flush className={waiting}>
        <BlockHead title={t('funds:tax.sums')} note={t('funds:tax.rounding')} flush />
        <Totals report={report} />
        {report !== undefined && <Ending report={report} zone={zone} />}
      </Card>
      {report !== undefined && (
        <>
          <HoldingsBlock
            title={t('funds:tax.opening')}
            rows={report.opening}
            waiting={waiting}
            currency={report.currency}
          />
          <HoldingsBlock
            title={t('funds:tax.closing')}
            rows={report.closing}
            waiting={waiting}
            currency={report.currency}
          />
          <Reconciled rows={report.movements} waiting={waiting} />
          <Prices rows={report.prices} zone={zone} waiting={waiting} />
        </>
      )}
    </>
  );
}

/** Sums of the report: to the cent, without their unit, which its result has. */
const inCurrency = (currency = 'USDT') => ({ asset: currency, isCurrency: true, isBare: true }) as const;

function Totals({ report }: { report: Report | undefined }) {
  const { t, find } = useTranslator();
  const sum = inCurrency(report?.currency);
  const columns: Column<Total>[] = [
    {
      id: 'what',
      header: t('funds:tax.column.what'),
      lead: true,
      cell: ({ section, kind, asset }) => (
        <span className={statement.stacked}>
          <span>{t(`funds:tax.section.${section}`)}</span>
          <span className={statement.aside}>
            {find(`funds:product.${kind}`) ?? kind} · <bdi>{asset}</bdi>
          </span>
        </span>
      ),
    },
    {
      id: 'value',
      header: t('funds:tax.column.value'),
      align: 'end',
      cell: ({ value }) => <Cents {...sum} value={value} name={t('funds:tax.column.value')} sign="always" />,
    },
    {
      id: 'cost',
      header: t('funds:cost.cost'),
      align: 'end',
      cell: ({ cost }) => <Cents {...sum} value={cost} name={t('funds:cost.cost')} />,
    },
    {
      id: 'result',
      header: t('funds:profit.result'),
      align: 'end',
      cell: ({ result }) => <Cents {...sum} value={result} name={t('funds:profit.result')} sign="always" coloured />,
    },
  ];
  return (
    <Table
      caption={t('funds:tax.sums')}
      columns={columns}
      rows={report?.totals ?? []}
      rowKey={({ section, kind, asset }) => `${section} ${kind} ${asset}`}
      skeletonRows={report === undefined ? SKELETON_ROWS : 0}
      empty={<EmptyState compact title={t('account:statement.empty')} />}
    />
  );
}

function Ending({ report, zone }: { report: Report; zone: string }) {
  const { t } = useTranslator();
  const time = useZoneTime(zone);
  const { result, currency, lines, until, to, unpriced } = report;
  return (
    <>
      <p className={statement.together}>
        <span>
          {t('funds:tax.result')}
          <span className={statement.aside}> {t('funds:tax.linesCount', { count: lines })}</span>
        </span>
        <span className={statement.strong}>
          <Cents value={result} asset={currency} name={t('funds:tax.result')} isCurrency coloured />
        </span>
      </p>
      {until < to && <p className={statement.footnote}>{t('funds:tax.soFar', { time: time(until) })}</p>}
      {0 < unpriced && <p className={statement.footnote}>{t('funds:tax.unpriced', { count: unpriced })}</p>}
    </>
  );
}

interface BlockProps<Row> {
  readonly rows: readonly Row[];
  readonly waiting: string | undefined;
}

function HoldingsBlock({ title, rows, waiting, currency }: BlockProps<Holding> & { title: string; currency: string }) {
  const { t } = useTranslator();
  const sum = inCurrency(currency);
  const columns: Column<Holding>[] = [
    { id: 'asset', header: t('account:balances.asset'), lead: true, cell: ({ asset }) => <bdi>{asset}</bdi> },
    {
      id: 'quantity',
      header: t('funds:cost.quantity'),
      align: 'end',
      cell: ({ quantity }) => <Money value={quantity} />,
    },
    {
      id: 'cost',
      header: t('funds:cost.cost'),
      align: 'end',
      cell: ({ cost, asset }) => (asset === 'USDT' ? '–' : <Cents {...sum} value={cost} name={t('funds:cost.cost')} />),
    },
    {
      id: 'value',
      header: t('funds:tax.column.worth'),
      align: 'end',
      cell: ({ value, tick }) => (
        <span className={statement.stacked}>
          <span>
            {value === null ? (
              t('funds:asset.noPrice')
            ) : (
              <Cents {...sum} value={value} name={t('funds:tax.column.worth')} />
            )}
          </span>
          {tick !== null && (
            <span className={statement.aside}>
              <bdi dir="ltr">
                {tick.code} #{tick.seq}
              </bdi>
            </span>
          )}
        </span>
      ),
    },
  ];
  return (
    <Card flush className={waiting}>
      <h3 className={styles.title}>{title}</h3>
      <Table
        caption={title}
        columns={columns}
        rows={rows}
        rowKey={({ asset }) => asset}
        empty={<EmptyState compact title={t('funds:tax.nothing')} />}
      />
    </Card>
  );
}

function Reconciled({ rows, waiting }: BlockProps<Movement>) {
  const { t } = useTranslator();
  const figure = (id: 'opening' | 'in' | 'out' | 'closing', header: string): Column<Movement> => ({
    id,
    header,
    align: 'end',
    cell: (row) => <Money value={row[id]} />,
  });
  if (rows.length === 0) return null;
  return (
    <Card flush className={waiting}>
      <BlockHead title={t('funds:tax.reconciled')} note={t('funds:tax.reconciledText')} flush />
      <Table
        caption={t('funds:tax.reconciled')}
        columns={[
          { id: 'asset', header: t('account:balances.asset'), lead: true, cell: ({ asset }) => <bdi>{asset}</bdi> },
          figure('opening', t('funds:tax.opening')),
          figure('in', t('funds:tax.column.in')),
          figure('out', t('funds:tax.column.out')),
          figure('closing', t('funds:tax.closing')),
        ]}
        rows={rows}
        rowKey={({ asset }) => asset}
      />
    </Card>
  );
}

function Prices({ rows, zone, waiting }: BlockProps<Quote> & { zone: string }) {
  const { t } = useTranslator();
  const time = useZoneTime(zone);
  if (rows.length === 0) return null;
  return (
    <Card flush className={waiting}>
      <BlockHead title={t('funds:tax.prices')} note={t('funds:tax.pricesText')} flush />
      <Table
        caption={t('funds:tax.prices')}
        columns={[
          {
            id: 'market',
            header: t('funds:tax.market'),
            lead: true,
            cell: ({ code, seq }) => (
              <bdi dir="ltr">
                {code} #{seq}
              </bdi>
            ),
          },
          { id: 'time', header: t('account:statement.time'), align: 'end', cell: ({ at }) => time(at) },
          { id: 'price', header: t('common:word.price'), align: 'end', cell: ({ price }) => <Money value={price} /> },
        ]}
        rows={rows}
        rowKey={({ code, seq }) => `${code} ${seq}`}
      />
    </Card>
  );
}

/** Times by the clocks of the report's zone, not the reader's. */
function useZoneTime(zone: string): (at: string) => string {
  const { language } = useTranslator();
  const format = useMemo(() => createFormatter(language, zone), [language, zone]);
  return format.dateTime;
}
