import { expect, test } from 'vitest';
import { stopSignals } from './stop-signals.ts';

test.each([
  ['a terminal', 'Name:\tnode\nSigIgn:\t0000000000001000\n', true],
  ['nohup', 'Name:\tnode\nSigIgn:\t0000000000001001\n', false],
  ['a system that does not say', '', false],
])('started from %s', (_what, status, hangsUp) => {
  expect(stopSignals(status)).toEqual(['SIGINT', 'SIGTERM', ...(hangsUp ? ['SIGHUP'] : [])]);
});
