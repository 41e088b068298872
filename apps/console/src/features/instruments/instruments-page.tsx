import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Banner, Button, Page, PageHead, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { call, fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { priceWords } from '../../parts/fields/price-words.ts';
import { SearchBox } from '../../parts/fields/search-box.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { useTermLabel } from '../../parts/records/term-label.tsx';
import { When } from '../../parts/records/when.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import styles from './instruments.module.css';

type Instrument = OperatorResultOf<'listInstruments'>[number];

/** Every instrument with the products offered on it. */
export function InstrumentsPage() {
  const t = useT();
  const format = useFormat();
  const [url, setUrl] = useUrlState();
  const query = useQuery({
    queryKey: ['listInstruments'],
    queryFn: ({ signal }) => fetchCall('listInstruments', { signal }),
  });
  const word = url.q?.toLowerCase() ?? '';
  const rows = query.data?.filter(({ code, name }) => `${code} ${name}`.toLowerCase().includes(word));
  return (
    <Page width="wide">
      <PageHead title={t('console:page.instruments')} note={t('records:instruments.note')} />
      <Filters>
        <SearchBox key={url.q} value={url.q} label={t('common:action.search')} onChange={(q) => setUrl({ q })} />
      </Filters>
      <Halted instruments={query.data} onReopened={() => void query.refetch()} />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <PlainTable
        caption={t('console:page.instruments')}
        rows={rows}
        rowKey={(row) => row.code}
        empty={t('common:state.nothingFound')}
        columns={[
          {
            id: 'code',
            header: t('records:col.code'),
            lead: true,
            cell: (row) => (
              <span className={styles.code}>
                {row.code} <span className={styles.quiet}>{row.name}</span>
              </span>
            ),
          },
          { id: 'offers', header: t('records:col.product'), cell: (row) => <Offers instrument={row} /> },
          { id: 'state', header: t('common:word.state'), cell: (row) => <State instrument={row} /> },
          {
            id: 'price',
            header: t('common:word.price'),
            align: 'end',
            cell: (row) => priceWords(format, row.price),
          },
          {
            id: 'at',
            header: t('common:word.time'),
            align: 'end',
            cell: (row) => (row.at === null ? '–' : <When at={row.at} />),
          },
          { id: 'source', header: t('records:col.source'), cell: (row) => row.source },
          {
            id: 'stale',
            header: <TermHead name="stalenessMs" />,
            align: 'end',
            cell: (row) => format.number(row.stalenessMs),
          },
          {
            id: 'pace',
            header: <TermHead name="tickMs" />,
            align: 'end',
            cell: (row) => format.number(row.tickMs),
          },
          {
            id: 'gap',
            header: <TermHead name="gapLimitMs" />,
            align: 'end',
            cell: (row) => format.number(row.gapLimitMs),
          },
          {
            id: 'outlier',
            header: <TermHead name="outlierBps" />,
            align: 'end',
            cell: (row) => format.number(row.outlierBps),
          },
          { id: 'calendar', header: <TermHead name="calendar" />, cell: (row) => row.calendar },
        ]}
      />
    </Page>
  );
}

/** What the core closed, why in the log's own words, and the way out of it. */
function Halted({
  instruments,
  onReopened,
}: {
  instruments: readonly Instrument[] | undefined;
  onReopened: () => void;
}) {
  const t = useT();
  const may = useMay();
  const reopening = useDecision(
    (code: string): Decision => ({
      kind: 'approve',
      label: t('records:instruments.reopen'),
      title: t('records:instruments.reopenTitle', { code }),
      text: t('records:instruments.reopenText'),
      isUndoable: false,
      stepUp: true,
      done: t('records:instruments.reopened'),
      send: ({ reason, idempotencyKey }) => call('reopenInstrument', { body: { code, reason }, idempotencyKey }),
    }),
    onReopened,
  );
  const halted = instruments?.filter(({ closedBecause }) => closedBecause !== null) ?? [];
  if (halted.length === 0) return null;
  return (
    <Stack gap={2} className={styles.halted}>
      {halted.map(({ code, closedBecause }) => (
        <Banner
          key={code}
          kind="danger"
          action={
            may('instruments.change') && (
              <Button size="s" onClick={() => reopening.ask(code)}>
                {t('records:instruments.reopen')}
              </Button>
            )
          }
        >
          <strong>{code}</strong> · {t('records:instruments.haltedText')} <code dir="ltr">{closedBecause}</code>
        </Banner>
      ))}
      {reopening.dialog}
    </Stack>
  );
}

/** Heads are narrow: the name in the log is on hovering. */
function TermHead({ name }: { name: keyof Instrument }) {
  const labelOf = useTermLabel();
  return (
    <span className={styles.header} title={name}>
      {labelOf(name)}
    </span>
  );
}

const State = ({ instrument }: { instrument: Instrument }) => {
  const t = useT();
  if (instrument.closedBecause !== null) return <Badge tone="danger">{t('records:instruments.halted')}</Badge>;
  if (!instrument.open) return <Badge>{t('records:instruments.closed')}</Badge>;
  return instrument.stale ? (
    <Badge tone="warning">{t('records:instruments.stale')}</Badge>
  ) : (
    <Badge tone="success">{t('records:instruments.open')}</Badge>
  );
};

function Offers({ instrument }: { instrument: Instrument }) {
  const t = useT();
  const format = useFormat();
  return (
    <span className={styles.offers}>
      {instrument.offers.map(({ product, changed }) => (
        <Link
          key={product}
          className={styles.link}
          href={`/instruments/${product}/${product === 'convert' ? instrument.code.replace(/USDT$/, '') : instrument.code}`}
        >
          {t(`records:product.${product}`)}
          {changed && ` · ${t('records:instruments.changed')}`}
        </Link>
      ))}
      {0 < instrument.scheduled && (
        <Badge tone="accent">
          {t('records:instruments.scheduled', { count: format.number(instrument.scheduled) })}
        </Badge>
      )}
    </span>
  );
}
