import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT, useTranslator } from '@glasshouse/app/language/language';
import { useSession } from '@glasshouse/app/session/session';
import { Banner, Button, ChatLine, ChatLines, ChatText, Icon, IconButton, Spinner } from '@glasshouse/ui';
import { ImageUp, Send, X } from '@glasshouse/ui/icon/icons';
import { type FormEvent, type KeyboardEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { fitImage } from '../../parts/upload/fit-image.ts';
import { ACCEPTED_FILES } from '../../parts/upload/image-kind.ts';
import styles from './chat.module.css';
import { ChatStore, type Message } from './chat-store.ts';
import { Picture } from './picture.tsx';
import { Rating } from './rating.tsx';
import type { Unsent } from './unsent.ts';

const TEXT_MAX = 4_000;
const FILES_MAX = 4;
const FILE_BYTES_MAX = 2 * 1024 * 1024;
/** This near the end, new messages keep it in view. */
const NEAR_PX = 160;

/** The conversation with support, of a person or a visitor. */
export function Chat() {
  const session = useSession();
  // Another person, or none, is another conversation.
  return <Conversation key={session?.user.id ?? 'visitor'} />;
}

function Conversation() {
  const t = useT();
  const [store] = useState(() => new ChatStore());
  const chat = useSyncExternalStore(store.subscribe, store.get);
  useEffect(() => {
    store.start();
    const onVisible = () => store.seen();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      document.removeEventListener('visibilitychange', onVisible);
      store.stop();
    };
  }, [store]);
  const { info, messages, unsent } = chat;
  const status = info?.conversation ?? null;
  const end = useNewestInView(messages.length + unsent.length + (status?.typing === true ? 1 : 0));
  useEffect(() => {
    if (messages.length > 0) store.seen();
  }, [messages, store]);
  const lastRead = messages.findLast(({ kind, id }) => kind === 'customer' && id <= (status?.readTo ?? 0))?.id;
  return (
    <section className={styles.chat} aria-label={t('support:title')}>
      {info === undefined && chat.failure === undefined && (
        <div key="awaited" className={styles.scroll}>
          <Spinner />
        </div>
      )}
      {(info !== undefined || chat.failure !== undefined) && (
        <>
          {info !== undefined && <Hours info={info} />}
          <div key="known" className={styles.scroll}>
            {chat.older !== null && (
              <Button size="s" className={styles.older} onClick={() => void store.readOlder()}>
                {t('support:older')}
              </Button>
            )}
            {info !== undefined && messages.length + unsent.length === 0 && (
              <p className={styles.empty}>{t('support:empty')}</p>
            )}
            <div role="log" aria-label={t('support:messages')}>
              <ChatLines>
                {messages.map((message) => (
                  <Line key={message.id} message={message} isLastRead={message.id === lastRead} />
                ))}
                {unsent.map((message) => (
                  <Waiting key={message.key} unsent={message} store={store} />
                ))}
              </ChatLines>
            </div>
            <p className={styles.typing} role="status">
              {status?.typing === true && t('support:typing')}
            </p>
            <div ref={end} />
          </div>
        </>
      )}
      {chat.failure && <FailureNote failure={chat.failure} retry={() => void store.load()} />}
      {status?.canRate === true && <Rating onRate={(score, comment) => store.rate(score, comment)} />}
      <Writer store={store} />
      {status?.state === 'open' && messages.length > 0 && (
        <Button variant="quiet" size="s" className={styles.end} onClick={() => void store.close()}>
          {t('support:close')}
        </Button>
      )}
    </section>
  );
}

/** Follows what is new, unless somebody reads further up. */
function useNewestInView(count: number) {
  const end = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: whatever is added may move the end.
  useEffect(() => {
    const box = end.current?.parentElement;
    if (box === null || box === undefined) return;
    const left = box.scrollHeight - box.scrollTop - box.clientHeight;
    if (left < NEAR_PX + box.clientHeight) box.scrollTo({ top: box.scrollHeight });
  }, [count]);
  return end;
}

type Info = NonNullable<ReturnType<ChatStore['get']>['info']>;

function Hours({ info }: { info: Info }) {
  const { t, locale } = useTranslator();
  const session = useSession();
  const day = (number: number): string =>
    // The fifth of January 2026 is a Monday.
    new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(Date.UTC(2026, 0, 4 + number));
  const lines = info.hours.map(
    ({ from, to, opens, closes }) => `${from === to ? day(from) : `${day(from)} – ${day(to)}`} ${opens}–${closes}`,
  );
  return (
    <div className={styles.hours}>
      <p>
        {lines.length === 0
          ? t('support:noHours')
          : t('support:hours', { hours: lines.join(', '), zone: info.zone.replaceAll('_', ' ') })}
      </p>
      {info.isOpen === false && <p>{t('support:outside')}</p>}
      {session === undefined && <p>{t('support:visitor')}</p>}
    </div>
  );
}

function Line({ message, isLastRead }: { message: Message; isLastRead: boolean }) {
  const t = useT();
  const format = useFormat();
  const { kind, text, files, at } = message;
  if (kind === 'closed' || kind === 'reopened') {
    return (
      <li className={styles.event}>
        {t(`support:event.${kind}`)} · {format.dateTime(at)}
      </li>
    );
  }
  const isOwn = kind === 'customer';
  return (
    <ChatLine
      own={isOwn}
      note={
        <span>
          <time dateTime={at}>{format.dateTime(at)}</time>
          {isLastRead && ` · ${t('support:read')}`}
        </span>
      }
    >
      <span className="visually-hidden">{t(isOwn ? 'support:you' : 'support:title')}: </span>
      {text !== '' && <ChatText>{text}</ChatText>}
      {files.map((file) => (
        <Picture key={file} id={file} />
      ))}
    </ChatLine>
  );
}

function Waiting({ unsent, store }: { unsent: Unsent; store: ChatStore }) {
  const t = useT();
  return (
    <ChatLine
      own
      tone="pending"
      note={
        unsent.failed ? (
          <>
            <span className={styles.failed}>{t('support:notSent')}</span>
            <Button size="s" onClick={() => void store.sendAgain(unsent.key)}>
              {t('support:again')}
            </Button>
            <IconButton size="s" icon={X} label={t('support:discard')} onClick={() => store.discard(unsent.key)} />
          </>
        ) : (
          t('support:sending')
        )
      }
    >
      <ChatText>{unsent.text === '' ? t('support:picture') : unsent.text}</ChatText>
    </ChatLine>
  );
}

/** Enter sends, Shift and Enter begin a line; on a phone the key begins one. */
function Writer({ store }: { store: ChatStore }) {
  const t = useT();
  const [text, setText] = useState('');
  const [files, setFiles] = useState<readonly string[]>([]);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<'kind' | 'large' | 'broken'>();
  const field = useRef<HTMLTextAreaElement>(null);
  const chosen = useRef<HTMLInputElement>(null);
  const submit = (event?: FormEvent) => {
    event?.preventDefault();
    if (busy || (text.trim() === '' && files.length === 0)) return;
    void store.send(text.trim(), files);
    setText('');
    setFiles([]);
    field.current?.focus();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const isEnter = event.key === 'Enter' && !event.shiftKey && !event.nativeEvent.isComposing;
    if (!isEnter || window.matchMedia('(pointer: coarse)').matches) return;
    submit(event);
  };
  const attach = async (file: File | undefined) => {
    if (file === undefined) return;
    setBusy(true);
    const fitted = await fitImage(file, FILE_BYTES_MAX);
    setProblem(fitted.ok ? undefined : fitted.problem);
    const id = fitted.ok ? await store.upload(fitted.file) : undefined;
    setBusy(false);
    if (id !== undefined) setFiles((before) => [...before, id]);
  };
  return (
    <form className={styles.writer} onSubmit={submit}>
      {problem !== undefined && <Banner kind="warning">{t('support:wrongFile')}</Banner>}
      {files.length > 0 && (
        <ul className={styles.attached}>
          {files.map((file) => (
            <li key={file}>
              <Icon of={ImageUp} /> {t('support:picture')}
              <IconButton
                size="s"
                icon={X}
                label={t('support:discard')}
                onClick={() => setFiles(files.filter((existing) => existing !== file))}
              />
            </li>
          ))}
        </ul>
      )}
      <div className={styles.row}>
        <input
          ref={chosen}
          type="file"
          accept={ACCEPTED_FILES}
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
        <textarea
          ref={field}
          dir={text === '' ? undefined : 'auto'}
          rows={2}
          maxLength={TEXT_MAX}
          className={styles.field}
          aria-label={t('support:field')}
          placeholder={t('support:field')}
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            store.types();
          }}
          onKeyDown={onKeyDown}
        />
        <Button type="submit" variant="primary" icon={Send} mirrorIcon loading={busy}>
          {t('support:send')}
        </Button>
      </div>
    </form>
  );
}
