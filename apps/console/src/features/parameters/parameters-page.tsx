import type { OperatorParamsOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { namesOfParameter } from '@glasshouse/api/operator/parameter-meaning';
import { COMPLIANCE_PARAMETERS, isParameterKey } from '@glasshouse/api/operator/parameters';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, Dialog, Page, PageHead, Stack } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { ValueField } from '../../parts/fields/value-field.tsx';
import { type Draft, draftOf, type Shape, valueFrom } from '../../parts/fields/value-field-shape.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import { NamedKey } from '../../parts/records/term-label.tsx';
import { ValueText } from '../../parts/records/value-text.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';
import { useMay } from '../../session/session.ts';

type Parameter = OperatorResultOf<'listParameters'>[number];
type Kind = { readonly type: string; readonly min?: string | number; readonly max?: string | number };

/** What a parameter is called; one of a newer server is called as in the log. */
function useParameterLabel(): (key: string) => string {
  const t = useT();
  return (key) => (isParameterKey(key) ? t(`records:parameter.${key}`) : key);
}

const kindOf = ({ kind }: Parameter): Kind => kind as Kind;

const isOfCompliance = ({ key }: Parameter): boolean => COMPLIANCE_PARAMETERS.some((name) => name === key);

const namesOf = ({ key }: Parameter): readonly string[] | undefined =>
  isParameterKey(key) ? namesOfParameter(key) : undefined;

function shapeOf(parameter: Parameter): Shape {
  const names = namesOf(parameter);
  switch (kindOf(parameter).type) {
    case 'integer':
      return { as: 'number', columns: [], numbers: [] };
    case 'texts':
      return { as: 'list', columns: ['value'], numbers: [] };
    case 'integers':
      return { as: 'map', columns: ['name', 'value'], numbers: ['value'] };
    case 'amounts':
    case 'names':
      return { as: 'map', columns: ['name', 'value'], numbers: [], ...(names !== undefined && { names }) };
    default:
      return { as: 'text', columns: [], numbers: [] };
  }
}

/** What may be set, with its default, who set it, and every change of it. */
export function ParametersPage() {
  const t = useT();
  const format = useFormat();
  const may = useMay();
  const labelOf = useParameterLabel();
  const [draft, setDraft] = useState<Draft>('');
  const [shown, setShown] = useState<string>();
  const query = useQuery({
    queryKey: ['listParameters'],
    queryFn: ({ signal }) => fetchCall('listParameters', { signal }),
  });
  const hintOf = (parameter: Parameter): string | undefined => {
    const { min, max } = kindOf(parameter);
    if (parameter.key.startsWith('kyc.limits_')) return t('records:parameters.limitsHint');
    return min === undefined ? undefined : `${min} – ${max}`;
  };
  const make = (parameter: Parameter): Decision => {
    const value = valueFrom(shapeOf(parameter), draft);
    const isSame = JSON.stringify(value) === JSON.stringify(parameter.value);
    return {
      kind: 'approve',
      label: t('records:parameters.set'),
      title: t('records:parameters.setTitle', { key: labelOf(parameter.key) }),
      ...(parameter.twoPersons && {
        text: t(isOfCompliance(parameter) ? 'console:decision.twoPersonsCompliance' : 'console:decision.twoPersons'),
      }),
      fields: (
        <ValueField
          label={labelOf(parameter.key)}
          hint={hintOf(parameter)}
          shape={shapeOf(parameter)}
          draft={draft}
          onChange={setDraft}
        />
      ),
      problem: isSame ? t('records:instruments.noChange') : undefined,
      isUndoable: false,
      stepUp: true,
      done: t('records:users.done'),
      send: ({ reason, idempotencyKey }) =>
        call('setParameter', { params: { key: parameter.key }, body: { value, reason }, idempotencyKey }),
    };
  };
  const decision = useDecision(make, () => void query.refetch());
  return (
    <Page>
      <PageHead title={t('console:page.parameters')} note={t('records:parameters.note')} />
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <PlainTable
        caption={t('console:page.parameters')}
        rows={query.data}
        rowKey={(row) => row.key}
        columns={[
          {
            id: 'key',
            header: t('console:field.name'),
            lead: true,
            cell: (row) => (
              <Stack gap={1} align="start">
                <NamedKey label={labelOf(row.key)} name={row.key} />
                {row.twoPersons && <Badge tone="accent">{t('records:parameters.twoPersons')}</Badge>}
              </Stack>
            ),
          },
          { id: 'value', header: t('records:col.value'), cell: (row) => <ValueText value={row.value} /> },
          { id: 'standard', header: t('records:col.standard'), cell: (row) => <ValueText value={row.standard} /> },
          {
            id: 'set',
            header: t('records:col.change'),
            cell: (row) =>
              row.setAt === null
                ? t('records:parameters.never')
                : t('records:parameters.changedBy', { name: row.setBy ?? '', time: format.dateTime(row.setAt) }),
          },
          {
            id: 'actions',
            header: t('records:parameters.set'),
            hideHeader: true,
            align: 'end',
            cell: (row) => (
              <Stack row wrap gap={2}>
                {0 < row.version && (
                  <Button size="s" variant="quiet" onClick={() => setShown(row.key)}>
                    {t('records:instruments.changes')}
                  </Button>
                )}
                {may('parameters.change') && (
                  <Button
                    size="s"
                    onClick={() => {
                      setDraft(draftOf(shapeOf(row), row.value));
                      decision.ask(row);
                    }}
                  >
                    {t('records:parameters.set')}
                  </Button>
                )}
              </Stack>
            ),
          },
        ]}
      />
      {shown !== undefined && <HistoryOf name={shown} onClose={() => setShown(undefined)} />}
      {decision.dialog}
    </Page>
  );
}

type Key = OperatorParamsOf<'listParameterHistory'>['key'];

function HistoryOf({ name, onClose }: { name: Key; onClose: () => void }) {
  const t = useT();
  const format = useFormat();
  const labelOf = useParameterLabel();
  const query = useQuery({
    queryKey: ['listParameterHistory', name],
    queryFn: ({ signal }) => fetchCall('listParameterHistory', { params: { key: name }, signal }),
  });
  return (
    <Dialog
      open
      title={t('records:parameters.history', { key: labelOf(name) })}
      closeLabel={t('common:action.close')}
      onClose={onClose}
    >
      {query.error !== null && <FailureNote failure={failureOf(query.error)} retry={() => void query.refetch()} />}
      <PlainTable
        caption={t('records:parameters.history', { key: labelOf(name) })}
        rows={query.data}
        rowKey={(row) => String(row.seq)}
        columns={[
          { id: 'at', header: t('common:word.time'), lead: true, cell: (row) => format.dateTime(row.at) },
          { id: 'before', header: t('records:col.before'), cell: (row) => <ValueText value={row.before} /> },
          { id: 'after', header: t('records:col.after'), cell: (row) => <ValueText value={row.after} /> },
          { id: 'operator', header: t('console:field.operator'), cell: (row) => row.operator },
          { id: 'reason', header: t('records:col.reason'), cell: (row) => row.reason },
        ]}
      />
    </Dialog>
  );
}
