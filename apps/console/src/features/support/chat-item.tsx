import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { failureOf } from '@glasshouse/client/failure';
import { Badge, Button, ChatLine, ChatLines, ChatText } from '@glasshouse/ui';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { call, fetchCall } from '../../api/client.ts';
import { useChats } from '../../live/counts.ts';
import { Person } from '../../parts/people/person.tsx';
import { Deadline } from '../../queue/deadline.tsx';
import { ItemFrame } from '../../queue/item-frame.tsx';
import styles from './chat.module.css';
import { HandOver } from './hand-over.tsx';
import { Reply } from './reply.tsx';

type Chat = OperatorResultOf<'getSupportChat'>;
type Message = Chat['messages']['items'][number];

/** Newest pages of a conversation; read again whenever the live socket says that it changed. */
function useChat(id: number) {
  const live = useChats().find((chat) => chat.id === id);
  const query = useInfiniteQuery({
    queryKey: ['getSupportChat', id],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      fetchCall('getSupportChat', {
        params: { id },
        query: pageParam === undefined ? {} : { cursor: pageParam },
        signal,
      }),
    getNextPageParam: (last) => last.messages.next ?? undefined,
  });
  const { refetch } = query;
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are what may have changed.
  useEffect(() => void refetch(), [live?.last, live?.readTo]);
  const pages = query.data?.pages ?? [];
  const messages = pages.flatMap((page) => page.messages.items).toReversed();
  const newest = messages.findLast(({ kind }) => kind === 'customer')?.id;
  useEffect(() => {
    if (newest !== undefined) void call('readSupportChat', { params: { id }, body: { upTo: newest } });
  }, [id, newest]);
  return { query, chat: pages[0], messages, isTyping: live?.typing ?? false };
}

/** One conversation: what was written, the answer, and who has it. */
export function ChatItem({ id }: { id: number }) {
  const t = useT();
  const { query, chat, messages, isTyping } = useChat(id);
  const format = useFormat();
  const reply = useRef<HTMLTextAreaElement>(null);
  const again = () => void query.refetch();
  return (
    <ItemFrame
      label={
        chat && (
          <>
            <span>{t('support:op.number', { id })}</span>
            {chat.waitingSince !== null && (
              <time dateTime={chat.waitingSince}>{format.dateTime(chat.waitingSince)}</time>
            )}
            <Deadline dueAt={chat.dueAt} />
          </>
        )
      }
      title={chat?.user ? <Person person={chat.user} /> : t('support:op.visitor', { id })}
      sub={
        chat && (
          <>
            <span>{chat.language}</span>
            <Badge>{chat.assigned?.name ?? t('support:op.view.unassigned')}</Badge>
            {chat.state === 'closed' && <Badge>{t('support:op.view.closed')}</Badge>}
            {!chat.hasEmail && <span>{t('support:op.noEmail')}</span>}
          </>
        )
      }
      isLoading={chat === undefined}
      failure={chat === undefined && query.error !== null ? failureOf(query.error) : undefined}
      retry={again}
      message={chat === undefined ? undefined : () => reply.current?.focus()}
      more={chat && <HandOver chat={chat} onDone={again} />}
    >
      {chat && (
        <div className={styles.chat}>
          {query.hasNextPage && (
            <Button size="s" loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
              {t('support:older')}
            </Button>
          )}
          <div role="log" aria-label={t('support:messages')}>
            <ChatLines>
              {messages.map((message) => (
                <Line key={message.id} chat={chat} message={message} />
              ))}
            </ChatLines>
          </div>
          <p className={styles.typing} role="status">
            {isTyping && t('support:op.typing')}
          </p>
          {chat.ratings.map(({ score, comment }, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: ratings of one conversation stay in order.
            <p key={index} className={styles.note}>
              {t('support:rate.score', { score })} {comment}
            </p>
          ))}
          <Reply key={id} field={reply} chat={chat} onSent={again} />
        </div>
      )}
    </ItemFrame>
  );
}

function Line({ chat, message }: { chat: Chat; message: Message }) {
  const t = useT();
  const format = useFormat();
  const { kind, operator, text, files, at, id } = message;
  const isQuiet = kind === 'closed' || kind === 'reopened' || kind === 'handover';
  const heading =
    kind === 'handover'
      ? t('support:op.handedOver')
      : kind === 'closed' || kind === 'reopened'
        ? t(`support:event.${kind}`)
        : kind === 'note'
          ? t('support:op.note')
          : undefined;
  return (
    <ChatLine
      own={kind !== 'customer'}
      tone={kind === 'note' ? 'internal' : undefined}
      heading={heading}
      note={
        <span>
          {operator !== null && <bdi>{operator.name}</bdi>} <time dateTime={at}>{format.dateTime(at)}</time>
          {kind === 'operator' && id <= chat.readTo && ` · ${t('support:read')}`}
        </span>
      }
    >
      {isQuiet && text === '' ? undefined : (
        <>
          {text !== '' && <ChatText>{text}</ChatText>}
          {files.map((file) => (
            <img
              key={file}
              className={styles.picture}
              src={`/swx/operator/support/${chat.id}/image/${file}`}
              alt={t('support:picture')}
            />
          ))}
        </>
      )}
    </ChatLine>
  );
}
