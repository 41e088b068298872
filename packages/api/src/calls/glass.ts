import { Type } from 'typebox';
import { defineCall } from '../define-call.ts';
import { amount, asset, book, identifier, page, pageQuery, strict, timestamp, words } from '../schemas/common.ts';

/** What the operator's people did about the caller. */
export const glassCalls = {
  listAdjustments: defineCall({
    name: 'listAdjustments',
    method: 'GET',
    path: '/user/listAdjustments',
    auth: 'user',
    movesMoney: false,
    summary: 'Corrections of the caller’s balances by two of the operator’s people, with the reason; newest first.',
    query: strict({ ...pageQuery }),
    result: page(
      strict({
        seq: identifier('Log entry; `ref` of its line in the statement.'),
        book: book(),
        asset: asset(),
        amount: amount(),
        direction: Type.Enum(['credit', 'debit']),
        reason: words('As the operator wrote it.'),
        at: timestamp(),
      }),
    ),
    codes: ['cursorInvalid'],
    served: true,
  }),
};
