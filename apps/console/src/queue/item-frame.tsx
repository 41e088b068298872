import { FailureNote, failureText } from '@glasshouse/app/failures/failure-note.tsx';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useTranslator } from '@glasshouse/app/language/language';
import type { Failure } from '@glasshouse/client/failure';
import { Banner, Button, cx, IconButton, Skeleton, SkeletonText, toasts } from '@glasshouse/ui';
import { ArrowLeft, Undo2, X } from '@glasshouse/ui/icon/icons';
import { type ReactNode, useEffect, useState } from 'react';
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
  /** Above the title: which case it is, since when and until when. */
  readonly label?: ReactNode;
  readonly title: ReactNode;
  /** The title is the amount that the case is about: the one Display figure of the screen. */
  readonly isAmount?: boolean;
  /** Why one person does not decide alone, beside the amount. */
  readonly twoPersons?: ReactNode;
  readonly sub?: ReactNode;
  /** Loading, or failed to load: the frame stays. */
  readonly isLoading?: boolean;
  readonly failure?: Failure | undefined;
  readonly retry?: () => void;
  readonly approve?: Decision | undefined;
  readonly reject?: Decision | undefined;
  /** Whether opening it reserves it; not where whoever looks cannot decide. */
  readonly claims?: boolean;
  /** Further buttons, after the two decisions. */
  readonly more?: ReactNode;
  /** Goes to where the person can be written to; undefined where nobody can be. */
  readonly message?: (() => void) | undefined;
  readonly children?: ReactNode;
}

const UNIT_BEHIND = /^(.*\d)\s(\p{L}[\p{L}\d]*)$/u;

/** The letter that does the same, as it is printed on the key; a phone has no keys. */
const KeyCap = ({ children }: { children: string }) => (
  <span aria-hidden="true" className={styles.cap}>
    {children}
  </span>
);

/** An amount with its unit in the size and colour of a remark. */
function WithUnit({ text }: { text: ReactNode }) {
  const [, amount, unit] = typeof text === 'string' ? (UNIT_BEHIND.exec(text) ?? []) : [];
  if (amount === undefined) return text;
  return (
    <bdi dir="ltr">
      {amount} <span className={styles.unit}>{unit}</span>
    </bdi>
  );
}

/** A fresh second factor must outlive the moment in which a decision can be taken back. */
const STEP_UP_MARGIN_MS = UNDO_MS + 10_000;

const isFresh = (): boolean => {
  const until = currentSession.get()?.stepUpUntil ?? null;
  return until !== null && Date.now() + STEP_UP_MARGIN_MS < Date.parse(until);
};

/** The open item: head, evidence, and its two decisions where thumb and keys find them. */
export function ItemFrame(props: ItemFrameProps) {
  const {
    label,
    title,
    isAmount = false,
    twoPersons,
    sub,
    isLoading = false,
    failure,
    retry,
    approve,
    reject,
    claims = true,
    more,
    message,
    children,
  } = props;
  const translator = useTranslator();
  const { t } = translator;
  const format = useFormat();
  const wide = useIsWide();
  const item = useOpenItem();
  const isClaimable = claims && item.mayWork && !item.isGone;
  const { choose } = item;
  const claim = useClaim(item.queue, isClaimable && choose === undefined ? item.id : undefined);
  const [verdict, setAsked] = useState<'approve' | 'reject'>();
  /** Begun on an item that was not claimed yet: its dialog opens with the claim. */
  const [begun, setBegun] = useState<'approve' | 'reject'>();
  const hasWork = [approve, reject, more, message].some((part) => part !== undefined);
  const canDecide = !isLoading && (claim.kind === 'mine' || (choose !== undefined && isClaimable));
  const begin = (kind: 'approve' | 'reject') => {
    if (choose === undefined) return setAsked(kind);
    choose();
    setBegun(kind);
  };
  useEffect(() => {
    if (begun === undefined || claim.kind === 'none' || claim.kind === 'asking') return;
    if (claim.kind === 'mine') setAsked(begun);
    setBegun(undefined);
  }, [begun, claim.kind]);
  const decision = verdict === 'approve' ? approve : verdict === 'reject' ? reject : undefined;

  useQueueKeys({
    approve: canDecide && approve !== undefined ? () => begin('approve') : undefined,
    reject: canDecide && reject !== undefined ? () => begin('reject') : undefined,
    message: item.mayWork && !isLoading ? message : undefined,
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
        {item.close !== undefined && !wide && (
          <IconButton icon={ArrowLeft} mirror label={t('console:queue.close')} size="s" onClick={item.close} />
        )}
        <div className={styles.names}>
          <p className={styles.label}>
            {label}
            {claim.kind === 'mine' && (
              <span className={styles.claim}>{t('console:claim.mine', { time: format.time(claim.until) })}</span>
            )}
          </p>
          <h2 className={isAmount ? styles.amount : styles.title}>{isAmount ? <WithUnit text={title} /> : title}</h2>
          {sub !== undefined && <div className={styles.sub}>{sub}</div>}
        </div>
        {twoPersons !== undefined && twoPersons !== false && (
          <div className={styles.two} role="note">
            <strong>{t('console:withdrawals.twoPersons')}</strong>
            {twoPersons}
          </div>
        )}
        {item.close !== undefined && wide && (
          <IconButton icon={X} label={t('console:queue.close')} size="s" onClick={item.close} />
        )}
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
      {/* What is worked on is claimed, whichever part of it is touched first. */}
      <div className={styles.body} onPointerDownCapture={choose} onKeyDownCapture={choose}>
        {isLoading && failure === undefined && (
          <div aria-busy="true" className={styles.waiting}>
            <Skeleton width="40%" height="0.24rem" />
            <SkeletonText lines={8} />
          </div>
        )}
        {failure !== undefined && <FailureNote failure={failure} retry={retry} />}
        {!isLoading && children}
      </div>
      {((item.mayWork && hasWork) || item.next !== undefined) && (
        <div className={cx(styles.bar, !wide && styles.thumb)}>
          {item.mayWork && (
            <>
              {approve !== undefined && (
                <Button
                  variant="primary"
                  size="l"
                  disabled={!canDecide}
                  aria-keyshortcuts="a"
                  onClick={() => begin('approve')}
                >
                  {approve.label}
                  <KeyCap>A</KeyCap>
                </Button>
              )}
              {reject !== undefined && (
                <Button size="l" disabled={!canDecide} aria-keyshortcuts="r" onClick={() => begin('reject')}>
                  {reject.label}
                  <KeyCap>R</KeyCap>
                </Button>
              )}
              {more}
              {message !== undefined && (
                <Button variant="quiet" size="l" aria-keyshortcuts="m" onClick={message}>
                  {t('console:keys.message')}
                  <KeyCap>M</KeyCap>
                </Button>
              )}
            </>
          )}
          {wide && item.next !== undefined && (
            <Button variant="quiet" size="l" className={styles.next} aria-keyshortcuts="j" onClick={item.next}>
              {t('console:keys.next')}
              <KeyCap>J</KeyCap>
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
