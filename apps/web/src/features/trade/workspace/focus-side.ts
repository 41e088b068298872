import type { Side } from './use-workspace.ts';

/** Moves the focus to the choice of side on the ticket, which every ticket begins with. */
export function focusSide(ticket: HTMLElement | null, side: Side): void {
  const choice = ticket?.querySelector<HTMLInputElement>(`input[type="radio"][value="${side}"]`);
  choice?.focus();
  choice?.scrollIntoView({ block: 'nearest' });
}
