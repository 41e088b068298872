import type { Order } from './order.ts';

export interface ExpectedEvent {
  readonly userId: number;
  readonly book: string;
  readonly kind: string;
  readonly data: unknown;
}

/** What an entry must answer, change and tell. Moves of money go straight to `ExpectedAccounts`. */
export interface Prediction {
  readonly code: number;
  readonly result: unknown;
  readonly orders?: readonly Order[];
  readonly termsOf?: string;
  readonly events?: readonly ExpectedEvent[];
}

export const refusal = (code: number, field?: string): Prediction => ({
  code,
  result: field === undefined ? null : { fields: { [field]: code } },
});
