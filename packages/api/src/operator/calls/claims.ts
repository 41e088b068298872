import { Type } from 'typebox';
import { identifier, list, nothing, strict, timestamp } from '../../schemas/common.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { QUEUES } from '../queues.ts';
import { claim, LIVE_CHATS_MAX, liveChat, queueCount } from '../schemas.ts';

const queue = () => Type.Enum([...QUEUES], { description: 'Queue.' });
const item = () => identifier('Item of the queue.');

/** Who works on what, so that no two operators take the same item. */
export const operatorClaimCalls = {
  getQueues: defineOperatorCall({
    name: 'getQueues',
    method: 'GET',
    path: '/queues',
    access: 'dashboard.read',
    stepUp: false,
    command: false,
    summary: 'How much waits in each queue that the operator may read, and who works on what.',
    result: strict({
      queues: list(queueCount, QUEUES.length),
      claims: list(claim, 1_000),
      chats: list(liveChat, LIVE_CHATS_MAX),
    }),
    codes: [],
  }),
  claimItem: defineOperatorCall({
    name: 'claimItem',
    method: 'POST',
    path: '/claims/claim',
    access: 'signed in',
    stepUp: false,
    command: false,
    summary: 'Takes an item, or keeps it longer; it is free again after five minutes without this call.',
    body: strict({ queue: queue(), item: item() }),
    result: strict({ until: timestamp() }),
    codes: ['permissionDenied', 'claimedByOther'],
  }),
  releaseItem: defineOperatorCall({
    name: 'releaseItem',
    method: 'POST',
    path: '/claims/release',
    access: 'signed in',
    stepUp: false,
    command: false,
    summary: 'Lets go of an item.',
    body: strict({ queue: queue(), item: item() }),
    result: nothing(),
    codes: [],
  }),
};
