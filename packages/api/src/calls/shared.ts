import { Type } from 'typebox';
import { defineCall } from '../define-call.ts';
import { identifier, list, nothing, strict, timestamp } from '../schemas/common.ts';
import { SHARED_KINDS, sharedReceipt, sharedToken } from '../schemas/shared.ts';

/** Links that one person may have at a time. */
export const SHARED_MAX = 100;

const ofOrder = {
  kind: Type.Enum([...SHARED_KINDS], { description: 'Product of the order.' }),
  id: identifier('Number of the order.'),
};

/** Receipts that their owners show to whoever has the link. */
export const sharedCalls = {
  shareReceipt: defineCall({
    name: 'shareReceipt',
    method: 'POST',
    path: '/order/shareReceipt',
    auth: 'user',
    movesMoney: false,
    summary:
      'A link to the receipt of an ended order, without its owner, balances or other orders. Asked again, the same link.',
    body: strict(ofOrder),
    result: strict({ token: sharedToken() }),
    codes: ['guestMustUpgrade', 'orderNotFound', 'notProvedYet', 'tooManyShared', 'entryArchived', 'ticksNotKept'],
    served: true,
  }),
  unshareReceipt: defineCall({
    name: 'unshareReceipt',
    method: 'POST',
    path: '/order/unshareReceipt',
    auth: 'user',
    movesMoney: false,
    summary: 'Ends a link; it shows nothing from then on.',
    body: strict(ofOrder),
    result: nothing(),
    codes: [],
    served: true,
  }),
  listSharedReceipts: defineCall({
    name: 'listSharedReceipts',
    method: 'GET',
    path: '/order/listSharedReceipts',
    auth: 'user',
    movesMoney: false,
    summary: "The caller's links to receipts, newest first.",
    result: list(strict({ token: sharedToken(), ...ofOrder, sharedAt: timestamp() }), SHARED_MAX),
    codes: [],
    served: true,
  }),
  getSharedReceipt: defineCall({
    name: 'getSharedReceipt',
    method: 'GET',
    path: '/index/getSharedReceipt/{token}',
    auth: 'public',
    movesMoney: false,
    summary: 'A receipt that its owner shares, signed; nothing about the owner.',
    params: strict({ token: sharedToken() }),
    result: sharedReceipt,
    codes: ['nothingFound'],
    served: true,
  }),
};
