import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { registerMetrics } from './metrics.ts';

const measures = async () => [
  { name: 'disk_free_bytes', help: 'Room left', value: 1_024 },
  { name: 'disk_days_left', help: 'Days left', value: undefined },
];

test.each([
  ['127.0.0.1', 200],
  ['10.1.2.3', 200],
  ['203.0.113.7', 404],
])('measures are for the machines of the house: %s is answered %d', async (remoteAddress, status) => {
  const app = Fastify();
  registerMetrics(app, measures);
  const answer = await app.inject({ url: '/metrics', remoteAddress });
  expect(answer.statusCode).toBe(status);
  if (status !== 200) return;
  expect(answer.headers['content-type']).toMatch(/^text\/plain/);
  // What is not known is left out, not zero.
  expect(answer.body).toBe(
    '# HELP glasshouse_disk_free_bytes Room left\n# TYPE glasshouse_disk_free_bytes gauge\nglasshouse_disk_free_bytes 1024\n',
  );
});
