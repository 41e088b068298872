import { useEffect, useEffectEvent } from 'react';
import type { Side } from './use-workspace.ts';

export interface WorkspaceKeys {
  /** `/` */
  readonly onSearch: () => void;
  /** `b` and `s` */
  readonly onSide: (side: Side) => void;
  /** `?` */
  readonly onHelp: () => void;
}

/** Whether keys go into a text field, where letters are letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])'));

/** The shortcut of a key press; undefined if it is none. */
export function workspaceKeyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'isComposing'>,
  where: { readonly typing: boolean; readonly modal: boolean },
): 'search' | 'buy' | 'sell' | 'help' | undefined {
  // Shift is part of `?` and `/` on many keyboards; the other modifiers belong to the browser.
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (where.typing || where.modal) return undefined;
  if (event.key === '/') return 'search';
  if (event.key === '?') return 'help';
  if (event.key === 'b') return 'buy';
  if (event.key === 's') return 'sell';
  return undefined;
}

/**
 * Single-key shortcuts that work anywhere in the workspace, but not while typing, with a modifier,
 * or under a dialog. Each part of the workspace handles its own while mounted.
 */
export function useWorkspaceKeys(keys: Partial<WorkspaceKeys>): void {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const typing = isTyping(event.target);
    if (event.key === 'Escape' && typing && !event.defaultPrevented) {
      (event.target as HTMLElement).blur();
      return;
    }
    const modal = document.querySelector('dialog:modal') !== null;
    const pressed = workspaceKeyOf(event, { typing, modal });
    if (pressed === undefined) return;
    const { onSearch, onHelp, onSide } = keys;
    const answers = {
      search: onSearch,
      help: onHelp,
      buy: onSide && (() => onSide('buy')),
      sell: onSide && (() => onSide('sell')),
    };
    const answer = answers[pressed];
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
