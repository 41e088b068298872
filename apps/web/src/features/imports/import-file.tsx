import { IMPORT_BYTES_MAX } from '@glasshouse/api/constants';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, Card, cx, Icon, Section, Stack, toasts } from '@glasshouse/ui';
import { Upload } from '@glasshouse/ui/icon/icons';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { upload } from '../../api/files.ts';
import styles from './imports.module.css';
import { type ExportEnds, readEnds } from './read-ends.ts';

const MEGABYTE = 1024 * 1024;

type State =
  | { readonly at: 'idle' }
  | { readonly at: 'wrong'; readonly problem: 'notAnExport' | 'tooLarge' }
  | { readonly at: 'chosen'; readonly file: File; readonly ends: ExportEnds }
  | { readonly at: 'sending'; readonly ends: ExportEnds; readonly share: number }
  | { readonly at: 'failed'; readonly file: File; readonly ends: ExportEnds; readonly failure: Failure };

/** One file: looked into here, shown for what it says it is, then sent with its progress. */
export function ImportFile({ onDone }: { readonly onDone: (id: number) => void }) {
  const t = useT();
  const format = useFormat();
  const input = useRef<HTMLInputElement>(null);
  const sending = useRef<AbortController>(undefined);
  const [state, setState] = useState<State>({ at: 'idle' });
  const [over, setOver] = useState(false);
  useEffect(() => () => sending.current?.abort(), []);
  const most = IMPORT_BYTES_MAX / MEGABYTE;

  const look = async (file: File | undefined) => {
    if (file === undefined) return;
    const ends = await readEnds(file);
    if (ends === undefined) setState({ at: 'wrong', problem: 'notAnExport' });
    else if (IMPORT_BYTES_MAX < file.size) setState({ at: 'wrong', problem: 'tooLarge' });
    else setState({ at: 'chosen', file, ends });
  };
  const send = async (file: File, ends: ExportEnds) => {
    const aborter = new AbortController();
    sending.current = aborter;
    setState({ at: 'sending', ends, share: 0 });
    const onProgress = (share: number) => {
      if (!aborter.signal.aborted) setState({ at: 'sending', ends, share });
    };
    const answer = await upload({ call: 'importHistory', file, signal: aborter.signal, onProgress });
    if (aborter.signal.aborted) return;
    if (answer === undefined) return setState({ at: 'chosen', file, ends });
    if (!answer.ok) return setState({ at: 'failed', file, ends, failure: answer.failure });
    setState({ at: 'idle' });
    toasts.show({ title: t('imports:file.done') });
    onDone(answer.result.id);
  };
  const cancel = () => {
    sending.current?.abort();
    setState({ at: 'idle' });
  };
  const isBusy = state.at === 'sending';
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!isBusy) void look(event.dataTransfer.files[0]);
  };
  const ends = 'ends' in state ? state.ends : undefined;
  return (
    <Section id="import" title={t('imports:file.title')} note={t('imports:file.text', { most })}>
      <Card>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a shortcut; the button does the same. */}
        <div
          className={cx(styles.place, over && styles.over)}
          onDragOver={(event) => {
            event.preventDefault();
            setOver(true);
          }}
          onDragLeave={() => setOver(false)}
          onDrop={onDrop}
        >
          <Icon of={Upload} size="xl" className={styles.icon} />
          <Stack gap={3} className={styles.words}>
            {ends === undefined ? (
              <p className={styles.drop}>{t('imports:file.drop')}</p>
            ) : (
              <div>
                <p className={styles.name}>
                  <bdi>{ends.site}</bdi>
                </p>
                <p className={styles.note}>
                  {t('imports:rowsNote', { user: ends.user, time: format.dateTime(ends.exportedAt) })} ·{' '}
                  {t('imports:rows', { count: ends.rows })}
                </p>
              </div>
            )}
            {state.at === 'sending' && <Sending share={state.share} />}
            <Stack row wrap gap={2}>
              {(state.at === 'chosen' || state.at === 'failed') && (
                <Button variant="primary" onClick={() => void send(state.file, state.ends)}>
                  {t(state.at === 'failed' ? 'common:action.retry' : 'imports:file.import')}
                </Button>
              )}
              {isBusy ? (
                <Button onClick={cancel}>{t('common:action.cancel')}</Button>
              ) : (
                <Button onClick={() => input.current?.click()}>
                  {t(ends === undefined ? 'imports:file.choose' : 'imports:file.other')}
                </Button>
              )}
            </Stack>
          </Stack>
          <input
            ref={input}
            type="file"
            hidden
            accept=".jsonl,application/jsonl,application/x-ndjson"
            aria-label={t('imports:file.choose')}
            onChange={(event) => {
              void look(event.currentTarget.files?.[0]);
              // The same file can be chosen again.
              event.currentTarget.value = '';
            }}
          />
        </div>
        {state.at === 'wrong' && (
          <Banner kind="danger" className={styles.problem}>
            {state.problem === 'notAnExport' ? t('errors:11380') : t('imports:file.tooLarge', { most })}
          </Banner>
        )}
        {state.at === 'failed' && (
          <div className={styles.problem}>
            <FailureNote failure={state.failure} />
          </div>
        )}
      </Card>
    </Section>
  );
}

/** The bar is without an end once everything is sent: the server reads every line. */
function Sending({ share }: { readonly share: number }) {
  const t = useT();
  const format = useFormat();
  const isSent = 1 <= share;
  return (
    <div aria-live="polite">
      <p className={styles.note}>
        {isSent ? t('imports:file.checking') : t('imports:file.sending', { share: format.percent(share, { max: 0 }) })}
      </p>
      <progress
        className={styles.bar}
        {...(!isSent && { value: share })}
        max={1}
        aria-label={t('imports:file.title')}
      />
    </div>
  );
}
