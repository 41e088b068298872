import type { AddressInfo } from 'node:net';
import { callSpec } from '@glasshouse/api/calls';
import Fastify from 'fastify';
import { serveCalls } from '../harness/program.ts';

/**
 * The peer of orders over HTTP: the same framework validates the same body with the same schema and
 * echoes it.
 */
export type EchoCalls = { start: { params: undefined; result: { port: number } } };

const app = Fastify({ ajv: { customOptions: { strict: false } } });
app.post('/swx/customer/order/buyOptions', { schema: { body: callSpec('buyOption').body } }, async (request) => ({
  code: 200,
  result: request.body,
}));

serveCalls<EchoCalls>({
  async start() {
    await app.listen({ port: 0, host: '127.0.0.1' });
    return { port: (app.server.address() as AddressInfo).port };
  },
});
