import type { Side } from '@glasshouse/trade/orders';

/** Focuses the side selector, which is the first control of every ticket. */
export function focusSide(ticket: HTMLElement | null, side: Side): void {
  const choice = ticket?.querySelector<HTMLInputElement>(`input[type="radio"][value="${side}"]`);
  choice?.focus();
  choice?.scrollIntoView({ block: 'nearest' });
}
