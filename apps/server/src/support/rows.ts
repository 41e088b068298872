import type { Language } from '@glasshouse/api/constants';

export interface Conversation {
  readonly id: number;
  readonly user_id: number | null;
  readonly language: Language;
  readonly state: 'open' | 'closed';
  readonly assigned: number | null;
  readonly waiting_since: number | null;
  readonly last_at: number;
  readonly customer_read: number;
  readonly operator_read: number;
  readonly closing: number | null;
}

export const CONVERSATION_COLUMNS =
  'id, user_id, language, state, assigned, waiting_since, last_at, customer_read, operator_read, closing';

export type CustomerKind = 'customer' | 'operator' | 'closed' | 'reopened';
export type MessageKind = CustomerKind | 'note' | 'handover';

/** All that is ever selected for a customer. */
export const CUSTOMER_KINDS: readonly CustomerKind[] = ['customer', 'operator', 'closed', 'reopened'];

export interface Message {
  readonly id: number;
  readonly kind: MessageKind;
  readonly operator: number | null;
  readonly text: string;
  readonly files: readonly string[];
  readonly key: string | null;
  readonly at: number;
}

export const MESSAGE_COLUMNS = 'id, kind, operator, text, files, key, at';

/** What the files of a conversation are used by. */
export const usedBy = (conversation: number): string => `support:${conversation}`;
export const SUPPORT_PURPOSE = 'support';
/** Counts stop here: shown as 99+. */
export const UNREAD_MAX = 100;
