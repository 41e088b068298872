import { QUEUE_PERMISSIONS, type Queue } from '@glasshouse/api/operator/queues';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, cx, EmptyState, IconButton, Page, Skeleton } from '@glasshouse/ui';
import { Keyboard, RefreshCw } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useEffect, useState } from 'react';
import { refreshCounts } from '../live/counts.ts';
import { useIsWide } from '../parts/page/use-media.ts';
import { useUrlState } from '../parts/page/use-url-state.ts';
import { useMay } from '../session/session.ts';
import { KeysHelp } from './keys-help.tsx';
import { delayed } from './pending.ts';
import { type OpenItem, OpenItemContext } from './queue-context.ts';
import { useQueueKeys } from './queue-keys.ts';
import { QueueList } from './queue-list.tsx';
import styles from './queue-page.module.css';
import { type ItemKey, neighbour, type Placed } from './settle.ts';

const SKELETON_ROWS = 6;

/** The rows of a list in their places, and how to bring more of them. */
export interface QueueRows<Row> {
  readonly places: readonly Placed<Row>[];
  readonly reread: () => void;
  readonly isLoading: boolean;
  readonly failure: Failure | undefined;
  readonly refresh: () => void;
  readonly more: (() => void) | undefined;
}

interface ItemTarget {
  readonly queue: Queue;
  readonly id: number;
}

interface QueueViewProps<Row, Key extends ItemKey> {
  readonly title: string;
  /** Beside the title: how many. */
  readonly titleNote?: ReactNode;
  readonly list: QueueRows<Row>;
  /** Above the list. */
  readonly filters?: ReactNode;
  /** What stands here when nothing waits. */
  readonly empty: string;
  readonly emptyText: string;
  /** What is said of a row that left the list while it was open. */
  readonly gone?: string;
  /** Two lines: what it is, and what decides its urgency. */
  readonly draw: (row: Row) => ReactNode;
  /** Their second line may wrap. */
  readonly isTall?: boolean;
  /** The evidence and the decisions; `row` is missing when the address names an item of no page. */
  readonly detail: (key: Key, row: Row | undefined) => ReactNode;
  /** The key that the address names; undefined for what cannot be one. */
  readonly keyOf: (text: string) => Key | undefined;
  readonly targetOf: (key: Key) => ItemTarget;
  /** Where there is room, the first one that waits is open until another is chosen. */
  readonly opensFirst?: boolean;
}

type QueuePageProps<Row> = Omit<QueueViewProps<Row, number>, 'keyOf' | 'targetOf'> & { readonly queue: Queue };

const numberOf = (text: string): number | undefined => (/^\d{1,15}$/.test(text) ? Number(text) : undefined);

/** One queue, whose items are known by their numbers. */
export const QueuePage = <Row,>({ queue, ...view }: QueuePageProps<Row>) => (
  <QueueView {...view} keyOf={numberOf} targetOf={(id) => ({ queue, id })} />
);

/**
 * A queue: its list beside the open item where there is room, one after the other on a phone. The
 * open item is in the address, so that it can be linked and survives a reload.
 */
export function QueueView<Row, Key extends ItemKey>(props: QueueViewProps<Row, Key>) {
  const { title, titleNote, list, filters, empty, emptyText, gone: goneText, draw, detail, isTall = false } = props;
  const { keyOf, targetOf, opensFirst = false } = props;
  const t = useT();
  const wide = useIsWide();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const [focusId, setFocusId] = useState<Key>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { places, reread } = list;
  const isAlwaysOpen = opensFirst && wide;
  const chosenId = keyOf(url.item ?? '');
  const openId = chosenId ?? (isAlwaysOpen ? (neighbour(places, undefined, 1)?.id as Key | undefined) : undefined);
  const openPlace = places.find((place) => place.id === openId);

  // A decision that still waits is sent when the queue is left.
  useEffect(() => () => delayed.flush(), []);

  const open = (id: Key | undefined) => {
    if (id !== undefined) setFocusId(id);
    setUrl({ item: id === undefined ? undefined : String(id) });
  };
  const move = (step: 1 | -1) => {
    const next = neighbour(places, openId ?? focusId, step);
    if (next === undefined) return;
    if (openId === undefined) setFocusId(next.id as Key);
    else open(next.id as Key);
  };
  useQueueKeys({
    next: () => move(1),
    previous: () => move(-1),
    open: openId === undefined && focusId !== undefined ? () => open(focusId) : undefined,
    close: openId === undefined || isAlwaysOpen ? undefined : () => open(undefined),
    help: () => setHelpOpen(true),
  });

  const target = openId === undefined ? undefined : targetOf(openId);
  const laterId = neighbour(places, openId, 1)?.id as Key | undefined;
  const nextId = laterId ?? (neighbour(places, openId, -1)?.id as Key | undefined);
  const item: OpenItem | undefined =
    target === undefined
      ? undefined
      : {
          ...target,
          mayWork: may(QUEUE_PERMISSIONS[target.queue].work),
          isGone: openPlace?.isGone === true,
          choose: chosenId === undefined ? () => open(openId) : undefined,
          close: isAlwaysOpen ? undefined : () => open(undefined),
          next: laterId === undefined ? undefined : () => open(laterId),
          onDecided: () => {
            open(nextId);
            list.refresh();
            void refreshCounts();
          },
          reopen: () => {
            open(openId);
            list.refresh();
          },
        };

  const gone = places.filter((place) => place.isGone).length;
  const isEmpty = !list.isLoading && list.failure === undefined && places.length === gone;
  const drawn = (
    <section className={styles.list} aria-label={title}>
      {/* A phone has the title in its bar, and a list that is live needs no refreshing. */}
      <div className={wide ? styles.head : 'visually-hidden'}>
        <h1 className={styles.title}>
          {title} {titleNote}
        </h1>
        {wide && (
          <div className={styles.tools}>
            <IconButton
              size="s"
              icon={RefreshCw}
              label={t('console:queue.refresh')}
              onClick={() => {
                reread();
                list.refresh();
              }}
            />
            <IconButton size="s" icon={Keyboard} label={t('console:keys.title')} onClick={() => setHelpOpen(true)} />
          </div>
        )}
      </div>
      {filters !== undefined && <div className={styles.filters}>{filters}</div>}
      {list.failure !== undefined && places.length > 0 && (
        <Banner
          kind="stale"
          strip
          action={
            <Button size="s" onClick={list.refresh}>
              {t('common:action.retry')}
            </Button>
          }
        >
          {t('console:queue.stale')}
        </Banner>
      )}
      {list.failure !== undefined && places.length === 0 && (
        <div className={styles.note}>
          <FailureNote failure={list.failure} retry={list.refresh} />
        </div>
      )}
      {list.isLoading && list.failure === undefined && <Waiting />}
      {isEmpty && places.length === 0 && <EmptyState title={empty}>{emptyText}</EmptyState>}
      {places.length > 0 && (
        <QueueList
          label={title}
          places={places}
          openId={openId}
          focusId={focusId ?? (url.item === undefined ? undefined : openId)}
          draw={draw}
          isTall={isTall}
          gone={goneText}
          onOpen={(key) => open(key as Key)}
          onFocus={(key) => setFocusId(key as Key)}
          more={list.more}
        />
      )}
    </section>
  );
  return (
    <Page width="wide" className={cx(styles.page, wide && styles.split)}>
      {(wide || item === undefined) && drawn}
      {item !== undefined && openId !== undefined && (
        <OpenItemContext value={item}>
          <div key={openId} className={styles.detail}>
            {detail(openId, openPlace?.row)}
          </div>
        </OpenItemContext>
      )}
      {wide && item === undefined && (
        <div className={styles.nothing}>{!isEmpty && !list.isLoading && <p>{t('console:queue.pick')}</p>}</div>
      )}
      {isHelpOpen && <KeysHelp onClose={() => setHelpOpen(false)} />}
    </Page>
  );
}

function Waiting() {
  return (
    <div aria-busy="true">
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: places being kept have no identity.
        <div key={row} className={styles.waiting}>
          <Skeleton width="60%" />
          <Skeleton width="36%" height="0.12rem" />
        </div>
      ))}
    </div>
  );
}
