import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Dialog, KeyValue, Page, PageHead, Section, SkeletonBlock, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { fetchCall } from '../../api/client.ts';
import { usePathPart } from '../../parts/page/use-path-part.ts';
import { Person } from '../../parts/people/person.tsx';
import { Evidence, Panel } from '../../parts/records/evidence.tsx';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import styles from './ledger.module.css';
import { usePostingColumns } from './postings-columns.tsx';

type Entry = OperatorResultOf<'getLedgerEntry'>;
type Tick = Entry['ticks'][number];

/** A command as it was hashed, what it moved, and the ticks that decided it. */
export function EntryPage() {
  const t = useT();
  const format = useFormat();
  const [, navigate] = useLocation();
  const columns = usePostingColumns();
  const [shown, setShown] = useState<Tick>();
  const seq = usePathPart(2);
  const query = useQuery({
    queryKey: ['getLedgerEntry', seq],
    queryFn: ({ signal }) => fetchCall('getLedgerEntry', { params: { seq }, signal }),
  });
  const entry = query.data;
  const go = (step: number) => navigate(`/ledger/entries/${Number(seq) + step}`);
  return (
    <Page width="wide">
      <PageHead
        title={t('records:ledger.entry', { seq })}
        note={
          entry && (
            <>
              <bdi>{entry.type}</bdi> · <bdi>{format.dateTime(entry.at)}</bdi>
            </>
          )
        }
        actions={
          entry && (
            <Stack row gap={2}>
              <Button disabled={entry.seq <= 1} onClick={() => go(-1)}>
                {entry.seq - 1}
              </Button>
              <Button disabled={entry.last <= entry.seq} onClick={() => go(1)}>
                {entry.seq + 1}
              </Button>
            </Stack>
          )
        }
      />
      {query.isPending && <SkeletonBlock height="3.2rem" />}
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {entry && (
        <>
          <Evidence>
            <Panel
              level={2}
              title={t('records:ledger.hash')}
              aside={
                <Badge tone={entry.intact ? 'success' : 'danger'}>
                  {t(entry.intact ? 'records:ledger.intact' : 'records:ledger.broken')}
                </Badge>
              }
            >
              <KeyValue
                dense
                rows={[
                  {
                    id: 'place',
                    name: t('records:col.number'),
                    value: t('records:ledger.place', {
                      seq: format.number(entry.seq),
                      last: format.number(entry.last),
                    }),
                  },
                  {
                    id: 'previous',
                    name: t('records:ledger.previous'),
                    value: <code className={styles.hash}>{entry.previousHash}</code>,
                  },
                  {
                    id: 'hash',
                    name: t('records:ledger.hash'),
                    value: <code className={styles.hash}>{entry.hash}</code>,
                  },
                  { id: 'code', name: t('common:word.state'), value: entry.code },
                  {
                    id: 'person',
                    name: t('console:field.person'),
                    value: entry.userId === 0 ? '–' : <Person person={{ id: entry.userId }} />,
                  },
                ]}
              />
            </Panel>
            <Panel level={2} title={t('records:ledger.text')}>
              {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard. */}
              <pre className={styles.text} dir="ltr" tabIndex={0}>
                {readable(entry.text)}
              </pre>
            </Panel>
          </Evidence>
          <Section title={t('records:ledger.postings')}>
            <PlainTable
              caption={t('records:ledger.postings')}
              rows={entry.postings}
              rowKey={(row) => String(row.idx)}
              columns={columns}
            />
          </Section>
          <Section title={t('records:ledger.ticks')}>
            <PlainTable
              caption={t('records:ledger.ticks')}
              rows={entry.ticks}
              rowKey={(row) => `${row.code} ${row.seq}`}
              columns={[
                { id: 'code', header: t('records:col.code'), lead: true, cell: (row) => row.code },
                { id: 'seq', header: t('records:col.number'), align: 'end', cell: (row) => row.seq },
                { id: 'at', header: t('common:word.time'), cell: (row) => format.dateTime(row.at) },
                {
                  id: 'price',
                  header: t('common:word.price'),
                  align: 'end',
                  cell: (row) => <bdi dir="ltr">{`${row.bid} – ${row.ask}`}</bdi>,
                },
                {
                  id: 'proof',
                  header: t('records:ledger.proof'),
                  align: 'end',
                  cell: (row) =>
                    row.receipt ? (
                      <Button size="s" onClick={() => setShown(row)}>
                        {t('records:ledger.proof')}
                      </Button>
                    ) : (
                      t('records:ledger.noProof')
                    ),
                },
              ]}
            />
          </Section>
        </>
      )}
      {shown !== undefined && <Proof tick={shown} onClose={() => setShown(undefined)} />}
    </Page>
  );
}

/** The same text with line breaks; what was hashed has none. */
function readable(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function Proof({ tick, onClose }: { tick: Tick; onClose: () => void }) {
  const t = useT();
  const params = { code: tick.code, seq: String(tick.seq) };
  const query = useQuery({
    queryKey: ['getLedgerTick', params],
    queryFn: ({ signal }) => fetchCall('getLedgerTick', { params, signal }),
  });
  return (
    <Dialog open title={t('records:ledger.proof')} closeLabel={t('common:action.close')} onClose={onClose}>
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      {query.isPending && <SkeletonBlock height="3.2rem" />}
      {query.data && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a long text is scrolled by keyboard.
        <pre className={styles.text} dir="ltr" tabIndex={0}>
          {JSON.stringify(query.data, null, 2)}
        </pre>
      )}
    </Dialog>
  );
}
