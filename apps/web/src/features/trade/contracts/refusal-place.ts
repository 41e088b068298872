import { code } from '@glasshouse/api/codes';
import type { Failure } from '../../../api/failure.ts';
import type { Place } from './use-contract-ticket.ts';

const PLACES: Readonly<Record<number, Place>> = {
  [code.lotsIncorrect]: 'lots',
  [code.balanceInsufficientForOrder]: 'lots',
  [code.leverageIncorrect]: 'leverage',
  [code.orderPriceIncorrect]: 'limitPrice',
  [code.stopLossUnreasonable]: 'stopLoss',
  [code.takeProfitUnreasonable]: 'takeProfit',
};

/** The field that a refusal of the server is about; its words are said there. */
export const refusalPlace = (failure: Failure | undefined): { place: Place; message: string } | undefined => {
  if (failure?.kind !== 'refused') return undefined;
  const place = PLACES[failure.code];
  return place === undefined ? undefined : { place, message: failure.message };
};
