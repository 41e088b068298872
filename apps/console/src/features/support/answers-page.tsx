import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { type Failure, failureOf } from '@glasshouse/client/failure';
import { LANGUAGE_LIST } from '@glasshouse/i18n/languages';
import { Button, Card, EmptyState, Page, PageHead, Section, Stack, TextField, toasts } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { TextArea } from '../../parts/fields/text-area.tsx';
import { useMay } from '../../session/session.ts';

type Answer = OperatorResultOf<'listSupportAnswers'>[number];
type Draft = Pick<Answer, 'shortcut' | 'texts'> & { readonly id?: number };

const TEXT_MAX = 4_000;
const EMPTY: Draft = { shortcut: '', texts: {} };

/** What is answered often, in the languages that it was written in. */
export function AnswersPage() {
  const t = useT();
  const may = useMay();
  const [draft, setDraft] = useState<Draft>();
  const answers = useQuery({
    queryKey: ['listSupportAnswers'],
    queryFn: ({ signal }) => fetchCall('listSupportAnswers', { signal }),
  });
  const again = () => void answers.refetch();
  return (
    <Page width="page">
      <PageHead
        title={t('console:page.supportAnswers')}
        note={t('support:op.preparedText')}
        actions={
          may('support.work') && (
            <Button variant="primary" onClick={() => setDraft(EMPTY)}>
              {t('support:op.new')}
            </Button>
          )
        }
      />
      {answers.error !== null && <FailureNote failure={failureOf(answers.error)} retry={again} />}
      {draft !== undefined && (
        <Editor
          key={draft.id ?? 'new'}
          draft={draft}
          onDone={() => {
            setDraft(undefined);
            again();
          }}
        />
      )}
      {answers.data?.length === 0 && draft === undefined && (
        <EmptyState title={t('support:op.none')}>{t('support:op.noneText')}</EmptyState>
      )}
      <Stack gap={3}>
        {(answers.data ?? []).map((answer) => (
          <Card key={answer.id}>
            <Section
              title={<bdi dir="ltr">/{answer.shortcut}</bdi>}
              note={`${Object.keys(answer.texts).join(', ')} · ${answer.editor.name}`}
              actions={may('support.work') && <Button onClick={() => setDraft(answer)}>{t('support:op.edit')}</Button>}
            >
              <p dir="auto">{answer.texts.en ?? Object.values(answer.texts)[0]}</p>
            </Section>
          </Card>
        ))}
      </Stack>
    </Page>
  );
}

function Editor({ draft, onDone }: { draft: Draft; onDone: () => void }) {
  const t = useT();
  const [shortcut, setShortcut] = useState(draft.shortcut);
  const [texts, setTexts] = useState(draft.texts);
  const [failure, setFailure] = useState<Failure>();
  const { id } = draft;
  const save = async () => {
    const body = { shortcut, texts, ...(id !== undefined && { id }) };
    const answer = await call('saveSupportAnswer', { body });
    setFailure(answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    toasts.show({ title: t('support:op.saved'), tone: 'success' });
    onDone();
  };
  const remove = async () => {
    if (id === undefined) return onDone();
    const answer = await call('removeSupportAnswer', { body: { id } });
    setFailure(answer.ok ? undefined : answer.failure);
    if (answer.ok) onDone();
  };
  return (
    <Card>
      <Stack gap={3}>
        {failure && <FailureNote failure={failure} />}
        <TextField
          label={t('support:op.shortcut')}
          hint={t('support:op.shortcutText')}
          dir="ltr"
          value={shortcut}
          maxLength={40}
          onChange={(event) => setShortcut(event.currentTarget.value)}
        />
        {LANGUAGE_LIST.map(({ code: language, name, dir }) => (
          <TextArea
            key={language}
            label={name}
            dir={dir}
            rows={2}
            maxLength={TEXT_MAX}
            value={texts[language] ?? ''}
            onChange={(event) => setTexts({ ...texts, [language]: event.currentTarget.value })}
          />
        ))}
        <Stack row gap={3}>
          <Button variant="primary" onClick={() => void save()}>
            {t('common:action.save')}
          </Button>
          <Button onClick={() => void remove()}>
            {t(id === undefined ? 'common:action.cancel' : 'support:discard')}
          </Button>
        </Stack>
      </Stack>
    </Card>
  );
}
