import type { Permission } from './permissions.ts';

/** What operators work through, item by item. */
export const QUEUES = ['kyc', 'deposits', 'withdrawals', 'loans', 'support', 'requests'] as const;
export type Queue = (typeof QUEUES)[number];

/** Pushes the result of `getQueues` whenever something of it changed. */
export const OPERATOR_SOCKET_PATH = '/swx/ws/operator';

/** Who sees how much waits, and who may take an item. */
export const QUEUE_PERMISSIONS: Readonly<Record<Queue, { readonly read: Permission; readonly work: Permission }>> = {
  kyc: { read: 'kyc.read', work: 'kyc.review' },
  deposits: { read: 'deposits.read', work: 'deposits.review' },
  withdrawals: { read: 'withdrawals.read', work: 'withdrawals.review' },
  loans: { read: 'loans.read', work: 'loans.review' },
  support: { read: 'support.read', work: 'support.work' },
  requests: { read: 'requests.read', work: 'requests.read' },
};

/** Who holds one of these has cases of their own to decide or to answer. */
export const REVIEWS = [
  'kyc.review',
  'deposits.review',
  'withdrawals.review',
  'loans.review',
  'support.work',
] as const satisfies readonly Permission[];
