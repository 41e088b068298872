import { useEffect, useEffectEvent, useRef, useState, useSyncExternalStore } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { Icon } from '../icon/icon.tsx';
import { CircleCheck, Info, TriangleAlert, X } from '../icon/icons.ts';
import styles from './toast.module.css';
import { toasts as store, type Toast } from './toast-store.ts';

const SHOW_MS = 6000;
const ICONS = { success: CircleCheck, info: Info, warning: TriangleAlert };

interface ToastRegionProps {
  /** Accessible name of the region. */
  label: string;
  closeLabel: string;
}

/** The toast region: one per page and always present, so that screen readers announce additions. */
export function ToastRegion({ label, closeLabel }: ToastRegionProps) {
  const toasts = useSyncExternalStore(store.subscribe, store.read, store.read);
  const region = useRef<HTMLElement>(null);
  const newest = toasts.at(-1)?.id;

  useEffect(() => {
    const element = region.current;
    if (element === null) return;
    // The top layer stacks by opening order: showing the region again puts it above a newer dialog.
    if (newest !== undefined && element.matches(':popover-open')) element.hidePopover();
    element.showPopover();
  }, [newest]);

  return (
    <section ref={region} popover="manual" aria-label={label} className={styles.region}>
      <ol aria-live="polite" aria-relevant="additions" className={styles.list}>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} closeLabel={closeLabel} onDone={() => store.dismiss(toast.id)} />
        ))}
      </ol>
    </section>
  );
}

function ToastCard({ toast, closeLabel, onDone }: { toast: Toast; closeLabel: string; onDone: () => void }) {
  const { title, note, tone = 'success', action, stays } = toast;
  const [held, setHeld] = useState(false);
  const done = useEffectEvent(onDone);

  // The timer pauses while hovered or focused.
  useEffect(() => {
    if (held || stays) return;
    const timer = setTimeout(() => done(), SHOW_MS);
    return () => clearTimeout(timer);
  }, [held, stays]);

  return (
    <li
      className={styles.toast}
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      <Icon of={ICONS[tone]} size="l" className={styles[tone]} />
      <div className={styles.text}>
        <div className={styles.title}>{title}</div>
        {note !== undefined && <div className={styles.note}>{note}</div>}
        {action !== undefined && (
          <button
            type="button"
            className={styles.action}
            onClick={() => {
              action.onPress();
              onDone();
            }}
          >
            {action.icon !== undefined && <Icon of={action.icon} size="s" mirror />}
            {action.label}
          </button>
        )}
      </div>
      <IconButton icon={X} label={closeLabel} size="s" className={styles.close} onClick={onDone} />
    </li>
  );
}
