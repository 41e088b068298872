import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { Field, Section } from '@glasshouse/ui';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/client.ts';
import { PlainTable } from '../../parts/records/pages-table.tsx';
import type { Decision } from '../../queue/decision.ts';
import { useDecision } from '../../queue/use-decision.tsx';

type Rows = OperatorResultOf<'scheduleCorporateActionFile'>['rows'];

const COLUMNS = 'code,kind,numerator,denominator,amount,symbol,effective_at,source';

/** Asks for every row of a file, and shows what became of each. */
export function useScheduleFile(onDone: () => void): {
  readonly ask: () => void;
  readonly dialog: ReactNode;
  readonly outcome: ReactNode;
} {
  const t = useT();
  const [file, setFile] = useState<string>();
  const [rows, setRows] = useState<Rows>();
  const make = (): Decision => ({
    kind: 'approve',
    label: t('records:calendar.file'),
    title: t('records:calendar.file'),
    text: t('records:calendar.fileText'),
    fields: (
      <Field label={t('records:calendar.fileField')} hint={<bdi dir="ltr">{COLUMNS}</bdi>}>
        {(wiring) => (
          <input
            {...wiring}
            type="file"
            accept=".csv,text/csv"
            onChange={(event) => {
              const chosen = event.currentTarget.files?.[0];
              setFile(undefined);
              void chosen?.text().then(setFile);
            }}
          />
        )}
      </Field>
    ),
    problem: file === undefined ? t('records:calendar.fileMissing') : undefined,
    isUndoable: false,
    stepUp: true,
    done: t('records:users.done'),
    send: async ({ reason, idempotencyKey }) => {
      const answer = await call('scheduleCorporateActionFile', { body: { file: file ?? '', reason }, idempotencyKey });
      if (!answer.ok) return answer;
      setRows(answer.result.rows);
      return { ...answer, result: {} };
    },
  });
  const decision = useDecision(make, onDone);
  return {
    ask: () => {
      setFile(undefined);
      decision.ask(undefined);
    },
    dialog: decision.dialog,
    outcome: rows === undefined ? null : <FileRows rows={rows} />,
  };
}

function FileRows({ rows }: { rows: Rows }) {
  const t = useT();
  const { error } = useTranslator();
  return (
    <Section title={t('records:calendar.fileRows')}>
      <PlainTable
        caption={t('records:calendar.fileRows')}
        rows={rows}
        rowKey={({ line }) => String(line)}
        empty={t('common:state.nothingFound')}
        columns={[
          { id: 'line', header: t('records:calendar.fileLine'), cell: ({ line }) => line },
          { id: 'code', header: t('records:col.code'), lead: true, cell: ({ code }) => <bdi dir="ltr">{code}</bdi> },
          {
            id: 'outcome',
            header: t('common:word.state'),
            cell: ({ request, refusal, field }) =>
              refusal === null ? (
                t('records:calendar.fileAsked', { request: request ?? '' })
              ) : (
                <>
                  {field !== null && <bdi dir="ltr">{field}: </bdi>}
                  {error(refusal)}
                </>
              ),
          },
        ]}
      />
    </Section>
  );
}
