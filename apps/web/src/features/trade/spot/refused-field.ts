import { code } from '@glasshouse/api/codes';
import type { Failure } from '../../../api/failure.ts';
import { isByAmount, type SpotDraft, type SpotField } from './figures.ts';

/** A refusal that is about one field, to be said there and not below. */
export interface RefusedField {
  readonly field: SpotField | undefined;
  readonly message: string | undefined;
  readonly isOutOfBand: boolean;
}

const PRICE: readonly number[] = [code.orderPriceIncorrect, code.postOnlyWouldTrade];
const SIZE: readonly number[] = [
  code.purchaseAmountIncorrect,
  code.balanceInsufficient,
  code.balanceInsufficientForOrder,
  code.coinBalanceInsufficient,
];
const FIELDS: readonly SpotField[] = ['price', 'quantity', 'amount'];

/** The field that a refusal is about: the one it names, or the one that its code is always about. */
export function refusedField(failure: Failure | undefined, draft: SpotDraft): RefusedField {
  if (failure?.kind !== 'refused') return { field: undefined, message: undefined, isOutOfBand: false };
  const named = FIELDS.find((field) => failure.fields[field] !== undefined);
  const size = isByAmount(draft) ? 'amount' : 'quantity';
  const about = PRICE.includes(failure.code) ? 'price' : SIZE.includes(failure.code) ? size : undefined;
  return {
    field: named ?? about,
    message: failure.message,
    isOutOfBand: failure.code === code.orderPriceIncorrect,
  };
}
