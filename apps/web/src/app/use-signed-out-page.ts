import { useLayoutEffect } from 'react';

/**
 * While nobody is logged in, a page keeps what is typed in it and shows nothing of its owner: the
 * person may have logged out in another tab so that somebody else can sit down. Afterwards the
 * keyboard is where it was.
 */
export function useSignedOutPage(hidden: boolean): void {
  useLayoutEffect(() => {
    if (!hidden) return;
    const focused = document.activeElement;
    document.documentElement.toggleAttribute('data-session-ended', true);
    return () => {
      document.documentElement.toggleAttribute('data-session-ended', false);
      if (focused instanceof HTMLElement && focused.isConnected) focused.focus({ preventScroll: true });
    };
  }, [hidden]);
}
