import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import type { Formatter } from '@glasshouse/i18n/format';
import { Badge, Select } from '@glasshouse/ui';
import { fetchCall } from '../../api/client.ts';
import { Filters } from '../../parts/fields/filters.tsx';
import { useUrlState } from '../../parts/page/use-url-state.ts';
import { useActionWords } from '../../parts/records/action-words.ts';
import { PagesTable, usePages } from '../../parts/records/pages-table.tsx';
import { useMay } from '../../session/session.ts';
import { eventName } from './event-words.ts';
import styles from './users.module.css';

type UserEvent = OperatorResultOf<'listUserEvents'>['items'][number];
const KINDS = [
  'registered',
  'signedIn',
  'order',
  'identity',
  'deposit',
  'withdrawal',
  'standing',
  'note',
  'action',
  'view',
] as const satisfies readonly UserEvent['kind'][];

/** Kinds whose subjects the log writes, as it does those of the audit. */
const WRITES_SUBJECTS: readonly UserEvent['kind'][] = ['action', 'identity', 'standing', 'note', 'view'];

/** Of an identity check, a payment, an order or a session. */
function useStateWords(): (state: string) => string {
  const { find } = useTranslator();
  return (state) => {
    for (const place of ['console:state', 'trade:outcome', 'order:spotState', 'order:state', 'order:step']) {
      const words = find(`${place}.${state}`);
      if (words !== undefined) return words;
    }
    return state;
  };
}

/** `15000 USDT`, or a number of lots. */
function amountWords(format: Formatter, text: string): string {
  const [amount = '', asset] = text.split(' ');
  return asset === undefined ? format.number(amount) : format.money(amount, asset);
}

/** Everything that happened, newest first. */
export function UserEvents({ id }: { id: string }) {
  const t = useT();
  const translator = useTranslator();
  const stateOf = useStateWords();
  const { subjectOf } = useActionWords();
  const format = useFormat();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const kind = KINDS.find((known) => known === url.kind);
  const pages = usePages(['listUserEvents', id, kind], (page, signal) =>
    fetchCall('listUserEvents', {
      params: { id },
      query: { ...(kind !== undefined && { kind }), ...page },
      signal,
    }),
  );
  return (
    <>
      <Filters>
        <Select
          hideLabel
          label={t('records:col.kind')}
          className={styles.filter}
          value={kind ?? 'all'}
          onChange={(next) => setUrl({ kind: next === 'all' ? undefined : next })}
          options={[
            { value: 'all', label: t('records:users.allKinds') },
            ...KINDS.map((value) => ({ value, label: t(`records:event.${value}`) })),
          ]}
        />
      </Filters>
      <PagesTable
        caption={t('records:users.events')}
        pages={pages}
        rowKey={(row) => row.id}
        empty={t('records:dashboard.nothing')}
        columns={[
          { id: 'at', header: t('common:word.time'), cell: (row) => format.dateTime(row.at) },
          {
            id: 'kind',
            header: t('records:col.kind'),
            lead: true,
            cell: (row) => {
              const name = eventName(translator, row);
              return (
                <span className={styles.kind}>
                  {t(`records:event.${row.kind}`)}
                  {name !== undefined && <span className={styles.quiet}>{name}</span>}
                </span>
              );
            },
          },
          {
            id: 'subject',
            header: t('records:col.subject'),
            cell: (row) => (
              <span className={styles.kind}>
                {WRITES_SUBJECTS.includes(row.kind) ? subjectOf(row.subject) : <bdi>{row.subject}</bdi>}
                {row.text !== null && <span className={styles.note}>{row.text}</span>}
              </span>
            ),
          },
          {
            id: 'amount',
            header: t('records:col.amount'),
            align: 'end',
            cell: (row) => (row.amount === null ? null : <bdi>{amountWords(format, row.amount)}</bdi>),
          },
          {
            id: 'state',
            header: t('common:word.state'),
            cell: (row) => (row.state === null ? null : <Badge>{stateOf(row.state)}</Badge>),
          },
          { id: 'operator', header: t('console:field.operator'), cell: (row) => row.operator },
          {
            id: 'entry',
            header: t('records:col.entry'),
            align: 'end',
            cell: (row) => {
              if (row.seq === null) return null;
              if (!may('ledger.read')) return row.seq;
              return (
                <Link href={`/ledger/entries/${row.seq}`} className={styles.link}>
                  {row.seq}
                </Link>
              );
            },
          },
        ]}
      />
    </>
  );
}
