import { Type } from 'typebox';
import { NOTICE_GROUPS } from '../constants.ts';
import { defineCall } from '../define-call.ts';
import { list, nothing, strict, text, words } from '../schemas/common.ts';

const kind = () => Type.Enum([...NOTICE_GROUPS], { description: 'What notifications are about.' });
const endpoint = () => text(1_000, 'Address of the browser at its push service.');

/** How the caller wants to be told. */
export const noticeCalls = {
  getNotices: defineCall({
    name: 'getNotices',
    method: 'GET',
    path: '/user/getNotices',
    auth: 'user',
    movesMoney: false,
    summary: 'By mail or push, for each kind of notification; and what browsers subscribe with.',
    result: strict({
      kinds: list(
        strict({
          kind: kind(),
          mail: Type.Boolean(),
          push: Type.Boolean(),
          mailedAnyway: Type.Boolean({ description: 'Told by mail whatever is chosen.' }),
        }),
        20,
      ),
      hasEmail: Type.Boolean({ description: 'Whether there is an address to send mails to.' }),
      pushKey: words('Public key of this installation, for `pushManager.subscribe`.'),
      browsers: list(words('Address of a subscribed browser.'), 20),
    }),
    codes: [],
    served: true,
  }),
  setNotice: defineCall({
    name: 'setNotice',
    method: 'POST',
    path: '/user/setNotice',
    auth: 'user',
    movesMoney: false,
    summary: 'Chooses mail and push for one kind of notification.',
    body: strict({ kind: kind(), mail: Type.Boolean(), push: Type.Boolean() }),
    result: nothing(),
    codes: [],
    served: true,
  }),
  subscribePush: defineCall({
    name: 'subscribePush',
    method: 'POST',
    path: '/user/subscribePush',
    auth: 'user',
    movesMoney: false,
    summary: 'Sends push messages to this browser from now on, or without keys no more.',
    body: strict({
      endpoint: endpoint(),
      p256dh: Type.Optional(text(200, 'Key of the browser, base64url.')),
      auth: Type.Optional(text(100, 'Secret of the browser, base64url.')),
    }),
    result: nothing(),
    codes: ['pushServiceUnknown'],
    served: true,
  }),
};
