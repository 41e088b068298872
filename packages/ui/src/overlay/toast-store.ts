import type { ReactNode } from 'react';
import type { IconType } from '../icon/icon.tsx';

export interface ToastContent {
  title: ReactNode;
  note?: ReactNode | undefined;
  tone?: 'success' | 'info' | 'warning' | undefined;
  action?: { label: string; icon?: IconType | undefined; onPress: () => void } | undefined;
  /** Until it is closed: for what nobody may miss. */
  stays?: boolean | undefined;
}

export interface Toast extends ToastContent {
  id: number;
}

/** More cannot be read at once; the oldest is dropped. */
const TOASTS_MAX = 3;

/**
 * Short confirmations, from anywhere in the app. Never the only place of an error: an error stays
 * where it happened until it is fixed.
 */
function createToastStore() {
  let toasts: readonly Toast[] = [];
  let lastId = 0;
  const listeners = new Set<() => void>();
  const change = (next: readonly Toast[]) => {
    toasts = next;
    for (const listener of listeners) listener();
  };
  return {
    read: (): readonly Toast[] => toasts,
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    show: (content: ToastContent): number => {
      lastId += 1;
      const others = toasts.filter(({ stays }) => stays !== true).slice(1 - TOASTS_MAX);
      change([...toasts.filter(({ stays }) => stays), ...others, { ...content, id: lastId }]);
      return lastId;
    },
    dismiss: (id: number): void => change(toasts.filter((toast) => toast.id !== id)),
  };
}

/** The store of the page. */
export const toasts = createToastStore();
