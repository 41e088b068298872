import type { Side } from '@glasshouse/trade/orders';
import { useEffect, useEffectEvent } from 'react';

export interface WorkspaceKeys {
  /** `/` */
  readonly onSearch: () => void;
  /** `b` and `s` */
  readonly onSide: (side: Side) => void;
  /** `m` */
  readonly onMarkets: () => void;
  /** `f` */
  readonly onFullHeight: (() => void) | undefined;
  /** `?` */
  readonly onHelp: () => void;
}

const KEYS_OF = { search: '/', buy: 'b', sell: 's', markets: 'm', fullHeight: 'f', help: '?' } as const;
const ACTIONS = Object.keys(KEYS_OF) as readonly (keyof typeof KEYS_OF)[];

/** Whether keys go into a text field, where letters are letters. */
const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || target.matches('textarea, select, input:not([type=radio], [type=checkbox])'));

/** The shortcut of a key press; undefined if it is none. */
export function workspaceKeyOf(
  event: Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'defaultPrevented' | 'isComposing'>,
  where: { readonly typing: boolean; readonly modal: boolean },
): keyof typeof KEYS_OF | undefined {
  // Shift is part of `?` and `/` on many keyboards; the other modifiers belong to the browser.
  if (event.defaultPrevented || event.isComposing || event.ctrlKey || event.metaKey || event.altKey) return undefined;
  if (where.typing || where.modal) return undefined;
  return ACTIONS.find((action) => KEYS_OF[action] === event.key);
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
      markets: keys.onMarkets,
      fullHeight: keys.onFullHeight,
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
