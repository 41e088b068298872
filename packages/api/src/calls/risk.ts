import { Type } from 'typebox';
import { defineCall } from '../define-call.ts';
import { RISK_PRODUCTS } from '../risk-warning.ts';
import { book, language, list, nullable, rate, strict, timestamp } from '../schemas/common.ts';

const product = () => Type.Enum([...RISK_PRODUCTS], { description: 'Product.' });
const text = (description: string) => Type.Integer({ minimum: 1, maximum: 1_000, description });
const count = (description: string) => Type.Integer({ minimum: 0, description });

const riskAcknowledgement = strict({
  product: product(),
  text: text('Version of the text that was read.'),
  language: language(),
  at: timestamp(),
});

/** The warning before the first option or leveraged order. */
export const riskCalls = {
  getRiskWarning: defineCall({
    name: 'getRiskWarning',
    method: 'GET',
    path: '/user/getRiskWarning',
    auth: 'user',
    movesMoney: false,
    summary:
      'The share of accounts that lost money on the chosen book, by product, and what the caller has acknowledged there.',
    result: strict({
      book: book(),
      text: text('Version of the warning in force.'),
      from: Type.String({ pattern: '^[0-9]{4}-[0-9]{2}-01$', maxLength: 10, description: 'Counted from here, UTC.' }),
      until: timestamp('Results posted until then are counted.'),
      accountsMin: count('Of fewer accounts no share is stated.'),
      products: list(
        strict({
          product: product(),
          accounts: count('Accounts with a result or fee of the product in the period.'),
          losing: nullable(count('Of them with a sum below zero, fees included. Null of too few accounts.')),
          share: nullable(rate('Losing accounts out of all, to a tenth of a per cent. Null of too few accounts.')),
          acknowledged: nullable(riskAcknowledgement),
        }),
        RISK_PRODUCTS.length,
      ),
    }),
    codes: [],
    served: true,
  }),
  acknowledgeRisk: defineCall({
    name: 'acknowledgeRisk',
    method: 'POST',
    path: '/user/acknowledgeRisk',
    auth: 'user',
    movesMoney: true,
    summary:
      'States that the caller has read the warning, in the language of the request, on the chosen book. The first option or leveraged order needs it; where it was refused with 11042, send the order again with a new Idempotency-Key.',
    body: strict({ product: product(), text: text('Version of the text that was read, of getRiskWarning.') }),
    result: riskAcknowledgement,
    codes: ['realBookClosed', 'guestMustUpgrade', 'outOfRange'],
    served: true,
  }),
};
