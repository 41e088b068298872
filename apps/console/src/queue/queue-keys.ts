import { useEffect, useEffectEvent } from 'react';
import { isTyping, isUnderDialog } from '../parts/page/keys.ts';

export const QUEUE_KEYS = {
  next: ['j', 'ArrowDown'],
  previous: ['k', 'ArrowUp'],
  open: ['Enter'],
  close: ['Escape'],
  approve: ['a'],
  reject: ['r'],
  message: ['m'],
  undo: ['u'],
  help: ['?'],
} as const;
export type QueueKey = keyof typeof QUEUE_KEYS;

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'isComposing'>;

interface Where {
  /** Into a field, where letters are letters. */
  readonly typing: boolean;
  /** Under a dialog, which has its own keys. */
  readonly modal: boolean;
  /** On a link or a button, which Enter presses. */
  readonly onControl: boolean;
}

/** What a key press asks of the queue; undefined if nothing. */
export function queueKeyOf(event: Pressed, where: Where): QueueKey | undefined {
  // Shift is part of `?` on many keyboards; the other modifiers belong to the browser.
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (where.typing || where.modal) return undefined;
  if (event.key === 'Enter' && where.onControl) return undefined;
  const found = Object.entries(QUEUE_KEYS).find(([, keys]) => (keys as readonly string[]).includes(event.key));
  return found?.[0] as QueueKey | undefined;
}

const isControl = (target: EventTarget | null): boolean =>
  target instanceof Element && target.closest('a, button, summary, [role=tab]') !== null;

/** The keys of a queue, anywhere on its page. A missing answer leaves the key to the browser. */
export function useQueueKeys(answers: { readonly [Key in QueueKey]?: (() => void) | undefined }): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const pressed = queueKeyOf(event, {
      typing: isTyping(event.target),
      modal: isUnderDialog(),
      onControl: isControl(event.target),
    });
    const answer = pressed === undefined ? undefined : answers[pressed];
    if (answer === undefined) return;
    event.preventDefault();
    answer();
  });
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKeyDown(event);
    window.addEventListener('keydown', listener);
    return () => window.removeEventListener('keydown', listener);
  }, []);
}
