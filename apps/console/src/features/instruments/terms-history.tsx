import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Badge, Button, Section } from '@glasshouse/ui';
import { call } from '../../api/client.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { ValueText } from '../../parts/records/value-text.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';
import styles from './instruments.module.css';

type Terms = OperatorResultOf<'getTerms'>;

/** What changed terms, or will; a change that is still to come can be called off. */
export function TermsHistory({ terms, onChanged }: { terms: Terms | undefined; onChanged: () => void }) {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const mayChange = may('instruments.change');
  const cancel = (id: number): Decision => ({
    kind: 'reject',
    label: t('records:instruments.cancel'),
    title: t('records:instruments.cancelTitle'),
    usual: [t('console:usual.mistake'), t('console:usual.notNeeded')],
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: ({ reason, idempotencyKey }) => call('cancelTermsChange', { body: { id, reason }, idempotencyKey }),
  });
  const cancelling = useDecision(cancel, onChanged);
  return (
    <div className={styles.history}>
      <Section title={t('records:instruments.changes')}>
        <PlainTable
          caption={t('records:instruments.changes')}
          rows={terms?.changes}
          rowKey={(row) => String(row.id)}
          columns={[
            {
              id: 'fields',
              header: t('records:col.change'),
              lead: true,
              cell: (row) => <ValueText value={row.fields} />,
            },
            {
              id: 'from',
              header: t('records:col.effective'),
              cell: (row) => format.dateTime(row.appliedAt ?? row.effectiveFrom),
            },
            {
              id: 'state',
              header: t('common:word.state'),
              cell: (row) => (
                <Badge tone={row.state === 'applied' ? 'success' : row.state === 'failed' ? 'danger' : 'neutral'}>
                  {t(`records:instruments.state.${row.state}`)}
                </Badge>
              ),
            },
            { id: 'operator', header: t('console:field.operator'), cell: (row) => row.operator ?? '–' },
            {
              id: 'cancel',
              header: t('records:instruments.cancel'),
              hideHeader: true,
              align: 'end',
              cell: (row) =>
                row.state === 'scheduled' && mayChange ? (
                  <Button size="s" onClick={() => cancelling.ask(row.id)}>
                    {t('records:instruments.cancel')}
                  </Button>
                ) : null,
            },
          ]}
        />
      </Section>
      <Section title={t('records:instruments.versions')}>
        <PlainTable
          caption={t('records:instruments.versions')}
          rows={terms?.versions}
          rowKey={(row) => String(row.seq)}
          columns={[
            { id: 'version', header: t('records:col.version'), lead: true, cell: (row) => format.number(row.version) },
            { id: 'at', header: t('records:col.since'), cell: (row) => format.dateTime(row.at) },
            {
              id: 'entry',
              header: t('records:col.entry'),
              align: 'end',
              cell: (row) =>
                may('ledger.read') ? (
                  <Link href={`/ledger/entries/${row.seq}`} className={styles.link}>
                    {row.seq}
                  </Link>
                ) : (
                  row.seq
                ),
            },
          ]}
        />
      </Section>
      {cancelling.dialog}
    </div>
  );
}
