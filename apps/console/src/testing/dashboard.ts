import type { OperatorResultOf } from '@glasshouse/api/operator/calls';

/** An installation where nothing waits, nobody trades and no price is missing. */
export const QUIET_DASHBOARD: OperatorResultOf<'getDashboard'> = {
  at: '2026-11-29T08:30:00.000Z',
  queues: [],
  volumes: [],
  exposure: [],
  pools: [],
  feeds: { listed: 0, open: 0, signedTo: null, held: [], sources: [] },
  alarms: [],
  losing: [],
  people: { users: 0, guests: 0, today: 0, frozen: 0, newest: null },
};
