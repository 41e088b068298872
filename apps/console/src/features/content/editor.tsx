import type { Language } from '@glasshouse/api/constants';
import { CONTENT_TEXT_MAX, CONTENT_TITLE_MAX } from '@glasshouse/api/schemas/content';
import { Blocks } from '@glasshouse/app/content/blocks.tsx';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { languageInfo } from '@glasshouse/i18n/languages';
import { Button, Card, Section, Stack, TextField, toasts } from '@glasshouse/ui';
import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { TextArea } from '../../parts/fields/text-area.tsx';
import { useMay } from '../../session/session.ts';
import styles from './content.module.css';
import type { Placed, Words } from './placed.ts';

interface EditorProps {
  readonly id: number;
  readonly placed: Placed;
  readonly language: Language;
  readonly written: Words;
  /** Differs from what is saved. */
  readonly isChanged: boolean;
  readonly onChange: (written: Words) => void;
  readonly placeholders: readonly string[];
  readonly onSaved: (id: number) => void;
}

/** The text of one language beside what readers will see of it. */
export function Editor({ id, placed, language, written, isChanged, onChange, placeholders, onSaved }: EditorProps) {
  const t = useT();
  const may = useMay();
  const { title, content } = written;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const shown = useDeferredValue(content);
  const { dir } = languageInfo(language);
  const preview = useQuery({
    queryKey: ['previewContent', language, shown],
    queryFn: ({ signal }) => fetchCall('previewContent', { body: { language, content: shown }, signal }),
    enabled: shown !== '',
    placeholderData: (before) => before,
  });
  const save = async (): Promise<void> => {
    setBusy(true);
    const { kind, type, category } = placed;
    const body = { kind, type, language, title, content, ...(category !== null && { category }) };
    const answer = await call('saveContentDraft', { body: id === 0 ? body : { ...body, id } });
    setBusy(false);
    setFailure(answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    toasts.show({ title: t('help:op.saved'), tone: 'success' });
    onSaved(answer.result.id);
  };
  const [problem] = preview.data?.problems ?? [];
  return (
    <div className={styles.panes}>
      <Stack gap={4}>
        <TextField
          label={t('help:op.heading')}
          dir={dir}
          maxLength={CONTENT_TITLE_MAX}
          value={title}
          onChange={(event) => onChange({ title: event.currentTarget.value, content })}
        />
        <TextArea
          label={t('help:op.text')}
          dir={dir}
          rows={16}
          maxLength={CONTENT_TEXT_MAX}
          value={content}
          error={problem === undefined ? undefined : t(`errors:${problem}` as 'errors:11360')}
          onChange={(event) => onChange({ title, content: event.currentTarget.value })}
        />
        {0 < placeholders.length && (
          <details className={styles.names}>
            <summary>{t('help:op.figures')}</summary>
            <bdi dir="ltr">{placeholders.map((name) => `{{${name}}}`).join(' ')}</bdi>
          </details>
        )}
        {failure && <FailureNote failure={failure} />}
        {may('content.write') && (
          <div>
            <Button
              loading={busy}
              disabled={!isChanged || title.trim() === '' || content.trim() === ''}
              onClick={() => void save()}
            >
              {t('help:op.save')}
            </Button>
          </div>
        )}
      </Stack>
      <Section title={t('help:op.preview')}>
        <Card>
          <div dir={dir}>{content !== '' && preview.data && <Blocks blocks={preview.data.blocks} />}</div>
        </Card>
      </Section>
    </div>
  );
}
