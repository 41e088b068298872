import { FailureNote, failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, cx, IconButton, Skeleton, SkeletonText, toasts } from '@glasshouse/ui';
import { ArrowLeft, Check, Undo2, X } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useState } from 'react';
import { currentSession } from '../api/session-cell.ts';
import { confirmIdentity } from '../api/step-up.ts';
import { refreshCounts } from '../live/counts.ts';
import { useIsWide } from '../parts/page/use-media.ts';
import type { Decision, DecisionInput, Outcome } from './decision.ts';
import { DecisionDialog } from './decision-dialog.tsx';
import { UNDO_MS } from './delayed.ts';
import styles from './item-frame.module.css';
import { delayed } from './pending.ts';
import { useOpenItem } from './queue-context.ts';
import { useQueueKeys } from './queue-keys.ts';
import { useClaim } from './use-claim.ts';

interface ItemFrameProps {
  readonly title: ReactNode;
  readonly sub?: ReactNode;
  /** Loading, or failed to load: the frame stays. */
  readonly isLoading?: boolean;
  readonly failure?: Failure | undefined;
  readonly retry?: () => void;
  readonly approve?: Decision | undefined;
  readonly reject?: Decision | undefined;
  /** Whether opening it reserves it; not where whoever looks cannot decide. */
  readonly claims?: boolean;
  /** Further buttons, before the two decisions. */
  readonly more?: ReactNode;
  readonly children?: ReactNode;
}

/** A fresh second factor must outlive the moment in which a decision can be taken back. */
const STEP_UP_MARGIN_MS = UNDO_MS + 10_000;

const isFresh = (): boolean => {
  const until = currentSession.get()?.stepUpUntil ?? null;
  return until !== null && Date.now() + STEP_UP_MARGIN_MS < Date.parse(until);
};

/** The open item: head, evidence, and its two decisions where thumb and keys find them. */
export function ItemFrame(props: ItemFrameProps) {
  const { title, sub, isLoading = false, failure, retry, approve, reject, claims = true, more, children } = props;
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const wide = useIsWide();
  const item = useOpenItem();
  const claim = useClaim(item.queue, claims && item.mayWork && !item.isGone ? item.id : undefined);
  const [verdict, setAsked] = useState<'approve' | 'reject'>();
  const canDecide = claim.kind === 'mine' && !isLoading;
  const decision = verdict === 'approve' ? approve : verdict === 'reject' ? reject : undefined;

  useQueueKeys({
    approve: canDecide && approve !== undefined ? () => setAsked('approve') : undefined,
    reject: canDecide && reject !== undefined ? () => setAsked('reject') : undefined,
    undo: () => delayed.undo(),
  });

  const tell = (decided: Decision, outcome: Outcome | null) => {
    const isWaiting = outcome?.state === 'waiting';
    toasts.show({
      title: isWaiting ? t('console:decision.waits', { id: outcome?.request ?? '' }) : decided.done,
      tone: isWaiting ? 'info' : 'success',
    });
  };
  const decide = async (decided: Decision, input: DecisionInput): Promise<Failure | undefined> => {
    if (!decided.isUndoable) {
      const answer = await decided.send(input);
      if (!answer.ok) return answer.failure;
      tell(decided, answer.result);
      setAsked(undefined);
      item.onDecided();
      return undefined;
    }
    // Asked now, not out of the blue when the decision is sent.
    if (decided.stepUp && !isFresh() && !(await confirmIdentity())) return undefined;
    const toast = toasts.show({
      title: decided.done,
      action: { label: t('console:keys.undo'), icon: Undo2, onPress: () => delayed.undo() },
    });
    delayed.hold(
      async () => {
        const answer = await decided.send(input);
        if (answer.ok) return void refreshCounts();
        toasts.show({
          title: t('console:queue.notSent', { id: item.id }),
          note: failureText(translator, answer.failure),
          tone: 'warning',
          action: { label: t('console:queue.open'), onPress: item.reopen },
        });
      },
      () => {
        toasts.dismiss(toast);
        toasts.show({ title: t('console:queue.undone'), tone: 'info' });
        item.reopen();
      },
    );
    setAsked(undefined);
    item.onDecided();
    return undefined;
  };

  return (
    <>
      <div className={styles.head}>
        <IconButton
          icon={wide ? X : ArrowLeft}
          mirror={!wide}
          label={t('console:queue.close')}
          size="s"
          onClick={item.close}
        />
        <div className={styles.names}>
          <h2 className={styles.title}>{title}</h2>
          {sub !== undefined && <div className={styles.sub}>{sub}</div>}
        </div>
        <span className={styles.claim}>
          {claim.kind === 'mine' && t('console:claim.mine', { time: format.time(claim.until) })}
        </span>
      </div>
      {claim.kind === 'other' && (
        <Banner kind="warning" strip>
          {claim.by === undefined
            ? t('console:claim.other')
            : t('console:claim.otherUntil', { name: claim.by.operator.name, time: format.time(claim.by.until) })}
        </Banner>
      )}
      {claim.kind === 'failed' && (
        <Banner kind="warning" strip>
          {t('console:claim.failed')}
        </Banner>
      )}
      <div className={styles.body}>
        {isLoading && failure === undefined && (
          <div aria-busy="true" className={styles.waiting}>
            <Skeleton width="40%" height="0.24rem" />
            <SkeletonText lines={8} />
          </div>
        )}
        {failure !== undefined && <FailureNote failure={failure} retry={retry} />}
        {!isLoading && children}
      </div>
      {item.mayWork && (approve !== undefined || reject !== undefined || more !== undefined) && (
        <div className={cx(styles.bar, !wide && styles.thumb)}>
          {more}
          {reject !== undefined && (
            <Button size="l" icon={X} disabled={!canDecide} onClick={() => setAsked('reject')}>
              {reject.label}
            </Button>
          )}
          {approve !== undefined && (
            <Button variant="primary" size="l" icon={Check} disabled={!canDecide} onClick={() => setAsked('approve')}>
              {approve.label}
            </Button>
          )}
        </div>
      )}
      {decision !== undefined && (
        <DecisionDialog decision={decision} onClose={() => setAsked(undefined)} onDecide={decide} />
      )}
    </>
  );
}
