import type { BodyOf } from '@glasshouse/api';
import { isByAmount, type SpotDraft } from './figures.ts';

/** The order as it is sent: only what belongs to its type. */
export function spotBody(code: string, draft: SpotDraft): BodyOf<'placeSpotOrder'> {
  const { side, type, price, quantity, amount, timeInForce } = draft;
  if (type === 'limit') return { code, side, type, price, quantity, timeInForce };
  return isByAmount(draft) ? { code, side, type, amount } : { code, side, type, quantity };
}
