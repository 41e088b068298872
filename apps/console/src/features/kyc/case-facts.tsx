import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { KeyValue, type KeyValueRow } from '@glasshouse/ui';
import { Evidence, Panel } from '../../parts/records/evidence.tsx';
import { StateBadge } from '../../parts/records/state-badge.tsx';

/** What else is known: the course of the case, earlier ones, who has looked at it. */
export function CaseFacts({ found }: { found: OperatorResultOf<'getKycCase'> }) {
  const t = useT();
  const format = useFormat();
  const optional = (id: string, name: string, value: string | null): KeyValueRow[] =>
    value === null ? [] : [{ id, name, value }];
  return (
    <Evidence>
      <Panel title={t('console:kyc.course')}>
        <KeyValue
          dense
          rows={[
            { id: 'sent', name: t('console:kyc.submitted'), value: format.dateTime(found.submittedAt) },
            ...optional('at', t('console:kyc.reviewed'), found.reviewedAt && format.dateTime(found.reviewedAt)),
            ...optional('by', t('console:field.operator'), found.reviewer),
            ...optional('why', t('console:field.reason'), found.reason && t(`console:kyc.reason.${found.reason}`)),
            ...(found.withdrawn === null
              ? []
              : [
                  {
                    id: 'withdrawn',
                    name: t('console:kyc.withdrawn'),
                    value: `${format.dateTime(found.withdrawn.at)} · ${t(`console:kyc.reason.${found.withdrawn.reason}`)}`,
                  },
                ]),
            ...optional('note', t('console:decision.note'), found.note),
            ...(found.assessment === null
              ? []
              : optional(
                  'provider',
                  found.assessment.provider,
                  t(found.assessment.outcome === 'verify' ? 'console:kyc.providerYes' : 'console:kyc.providerNo'),
                )),
          ]}
        />
      </Panel>
      {0 < found.earlier.length && (
        <Panel title={t('console:kyc.earlier')}>
          <KeyValue
            dense
            rows={found.earlier.map((attempt) => ({
              id: String(attempt.id),
              name: `${t(`console:kyc.level.${attempt.level}`)} · ${format.date(attempt.submittedAt)}`,
              value: <StateBadge state={attempt.state} />,
            }))}
          />
        </Panel>
      )}
      {0 < found.views.length && (
        <Panel title={t('console:kyc.views')}>
          <KeyValue
            dense
            rows={found.views.map((view) => ({
              id: `${view.operator.id} ${view.at} ${view.subject}`,
              name: `${view.operator.name} · ${view.subject}`,
              value: format.dateTime(view.at),
            }))}
          />
        </Panel>
      )}
    </Evidence>
  );
}
