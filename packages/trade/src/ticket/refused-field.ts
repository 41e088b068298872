import { code } from '@glasshouse/api/codes';
import type { Failure } from '@glasshouse/client/failure';
import type { TicketField } from './ticket.ts';

/** A refusal by the server that is about one field, to be shown there and not below the form. */
export interface Refusal {
  readonly field: TicketField;
  readonly code: number;
  readonly message: string;
}

const FIELD_OF_CODE: Readonly<Record<number, TicketField>> = {
  [code.purchaseAmountIncorrect]: 'size',
  [code.quantityOffStep]: 'size',
  [code.lotsIncorrect]: 'size',
  [code.lotsOffStep]: 'size',
  [code.balanceInsufficient]: 'size',
  [code.balanceInsufficientForOrder]: 'size',
  [code.coinBalanceInsufficient]: 'size',
  [code.leverageIncorrect]: 'leverage',
  [code.orderPriceIncorrect]: 'price',
  [code.postOnlyWouldTrade]: 'price',
  [code.stopLossUnreasonable]: 'stopLoss',
  [code.takeProfitUnreasonable]: 'takeProfit',
};

/** The fields of the request bodies, by the field of the form that they come from. */
const FIELD_OF_NAME: Readonly<Record<string, TicketField>> = {
  amount: 'size',
  quantity: 'size',
  lots: 'size',
  price: 'price',
  stopPrice: 'stopPrice',
  stopLimitPrice: 'stopLimit',
  trailingDistance: 'distance',
  trailingRate: 'distance',
  trailing: 'distance',
  activation: 'price',
  leverage: 'leverage',
  stopLoss: 'stopLoss',
  takeProfit: 'takeProfit',
  targets: 'takeProfit',
};

/**
 * The field that a refusal names, or else the one that its code is always about; of those on the
 * form.
 */
export function refusedField(failure: Failure | undefined, shown: readonly TicketField[]): Refusal | undefined {
  if (failure?.kind !== 'refused') return undefined;
  const named = Object.keys(failure.fields).flatMap((name) => FIELD_OF_NAME[name] ?? []);
  const field = [...named, FIELD_OF_CODE[failure.code]].find((known) => known !== undefined && shown.includes(known));
  return field && { field, code: failure.code, message: failure.message };
}
