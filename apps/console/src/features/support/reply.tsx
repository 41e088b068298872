import type { OperatorBodyOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { randomKey } from '@glasshouse/api/random-key';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Button, IconButton, Select, Switch } from '@glasshouse/ui';
import { ImageUp, Send, X } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type Ref, useRef, useState } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { TextArea } from '../../parts/fields/text-area.tsx';
import styles from './chat.module.css';

type Chat = OperatorResultOf<'getSupportChat'>;
type Prepared = OperatorResultOf<'listSupportAnswers'>[number];

const TEXT_MAX = 4_000;
const FILES_MAX = 4;
const TYPING_EVERY_MS = 4_000;

/** In the customer's language, else in English, else in any. */
const textFor = ({ texts }: Prepared, language: Chat['language']): string =>
  texts[language] ?? texts.en ?? Object.values(texts)[0] ?? '';

interface ReplyProps {
  readonly chat: Chat;
  /** For the key that goes there. */
  readonly field: Ref<HTMLTextAreaElement>;
  readonly onSent: () => void;
}

/** An answer or a note. Control and Enter sends; a slash and a shortcut insert a prepared one. */
export function Reply({ chat, field, onSent }: ReplyProps) {
  const t = useT();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly string[]>([]);
  const [isNote, setNote] = useState(false);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure>();
  const typedAt = useRef(0);
  const chosen = useRef<HTMLInputElement>(null);
  /** Kept until it was sent: what is sent again is written once. */
  const key = useRef(randomKey());
  const answers = useQuery({
    queryKey: ['listSupportAnswers'],
    queryFn: ({ signal }) => fetchCall('listSupportAnswers', { signal }),
  });
  const prepared = answers.data ?? [];
  const write = (next: string) => {
    const shortcut = /^\/([a-z0-9-]+) $/.exec(next)?.[1];
    const found = prepared.find((answer) => answer.shortcut === shortcut);
    setText(found === undefined ? next : textFor(found, chat.language));
    if (isNote || Date.now() < typedAt.current + TYPING_EVERY_MS) return;
    typedAt.current = Date.now();
    void call('typeToCustomer', { params: { id: chat.id }, body: {} });
  };
  const send = async () => {
    if (busy || (text.trim() === '' && files.length === 0)) return;
    setBusy(true);
    const body = { key: key.current, text: text.trim(), files: [...files], isNote };
    const answer = await call('answerSupport', { params: { id: chat.id }, body });
    setBusy(false);
    setFailure(answer.ok ? undefined : answer.failure);
    if (!answer.ok) return;
    key.current = randomKey();
    setText('');
    setFiles([]);
    onSent();
  };
  const attach = async (file: File | undefined) => {
    if (file === undefined) return;
    const form = new FormData();
    form.append('file', file, 'file');
    setBusy(true);
    const answer = await call('uploadSupportImage', { body: form as unknown as OperatorBodyOf<'uploadSupportImage'> });
    setBusy(false);
    setFailure(answer.ok ? undefined : answer.failure);
    if (answer.ok) setFiles((before) => [...before, answer.result.fileId]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void send();
  };
  return (
    <div className={styles.reply}>
      {failure && <FailureNote failure={failure} />}
      <TextArea
        ref={field}
        label={t(isNote ? 'support:op.note' : 'support:op.answer')}
        hint={isNote ? t('support:op.noteText') : undefined}
        dir={text === '' ? undefined : 'auto'}
        rows={4}
        maxLength={TEXT_MAX}
        value={text}
        onChange={(event) => write(event.currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <div className={styles.tools}>
        {prepared.length > 0 && (
          <Select
            label={t('console:page.supportAnswers')}
            hideLabel
            value={undefined}
            placeholder={t('console:page.supportAnswers')}
            options={prepared.map((answer) => ({ value: answer.shortcut, label: answer.shortcut }))}
            onChange={(shortcut) => {
              const found = prepared.find((answer) => answer.shortcut === shortcut);
              if (found !== undefined) setText(textFor(found, chat.language));
            }}
          />
        )}
        <Switch label={t('support:op.note')} checked={isNote} onChange={setNote} />
        <input
          ref={chosen}
          type="file"
          accept="image/jpeg,image/png"
          hidden
          aria-label={t('support:attach')}
          onChange={(event) => {
            void attach(event.currentTarget.files?.[0]);
            event.currentTarget.value = '';
          }}
        />
        <IconButton
          icon={ImageUp}
          label={t('support:attach')}
          disabled={busy || FILES_MAX <= files.length}
          onClick={() => chosen.current?.click()}
        />
        {files.map((file, index) => (
          <Button key={file} size="s" icon={X} onClick={() => setFiles(files.filter((existing) => existing !== file))}>
            {`${t('support:picture')} ${index + 1}`}
          </Button>
        ))}
        <Button variant="primary" icon={Send} mirrorIcon loading={busy} onClick={() => void send()}>
          {t('support:send')}
        </Button>
      </div>
    </div>
  );
}
