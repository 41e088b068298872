import { QUEUE_PERMISSIONS, type Queue } from '@glasshouse/api/operator/queues';
import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
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
import { neighbour } from './settle.ts';
import type { useQueueList } from './use-queue-list.ts';

const SKELETON_ROWS = 6;

interface QueuePageProps<Row> {
  readonly queue: Queue;
  readonly title: string;
  readonly list: ReturnType<typeof useQueueList<Row>>;
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
  readonly detail: (id: number, row: Row | undefined) => ReactNode;
}

/**
 * A queue: its list beside the open item where there is room, one after the other on a phone. The
 * open item is in the address, so that it can be linked and survives a reload.
 */
export function QueuePage<Row>(props: QueuePageProps<Row>) {
  const { queue, title, list, filters, empty, emptyText, gone: goneText, draw, detail, isTall = false } = props;
  const t = useT();
  const wide = useIsWide();
  const may = useMay();
  const [url, setUrl] = useUrlState();
  const [focusId, setFocusId] = useState<number>();
  const [isHelpOpen, setHelpOpen] = useState(false);
  const { places, reread } = list;
  const openId = /^\d{1,15}$/.test(url.item ?? '') ? Number(url.item) : undefined;
  const openPlace = places.find((place) => place.id === openId);

  // A decision that still waits is sent when the queue is left.
  useEffect(() => () => delayed.flush(), []);

  const open = (id: number | undefined) => {
    if (id !== undefined) setFocusId(id);
    setUrl({ item: id === undefined ? undefined : String(id) });
  };
  const move = (step: 1 | -1) => {
    const next = neighbour(places, openId ?? focusId, step);
    if (next === undefined) return;
    if (openId === undefined) setFocusId(next.id);
    else open(next.id);
  };
  useQueueKeys({
    next: () => move(1),
    previous: () => move(-1),
    open: openId === undefined && focusId !== undefined ? () => open(focusId) : undefined,
    close: openId === undefined ? undefined : () => open(undefined),
    help: () => setHelpOpen(true),
  });

  const mayWork = may(QUEUE_PERMISSIONS[queue].work);
  const nextId = neighbour(places, openId, 1)?.id ?? neighbour(places, openId, -1)?.id;
  const item: OpenItem | undefined =
    openId === undefined
      ? undefined
      : {
          queue,
          id: openId,
          mayWork,
          isGone: openPlace?.isGone === true,
          close: () => open(undefined),
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
        <h1 className={styles.title}>{title}</h1>
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
          focusId={focusId ?? openId}
          draw={draw}
          isTall={isTall}
          gone={goneText}
          onOpen={open}
          onFocus={setFocusId}
          more={list.more}
        />
      )}
    </section>
  );
  return (
    <Page width="wide" className={cx(styles.page, wide && styles.split)}>
      {(wide || item === undefined) && drawn}
      {item !== undefined && (
        <OpenItemContext value={item}>
          <div key={item.id} className={styles.detail}>
            {detail(item.id, openPlace?.row)}
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
