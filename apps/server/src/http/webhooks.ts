import type { FastifyInstance } from 'fastify';
import type { CallAnswer } from '../platform/call.ts';
import type { Envelopes } from './envelope.ts';
import { CALL_WEIGHT } from './request-budget.ts';
import { requestLanguage } from './request-context.ts';

/** A call of another server: signed over its exact bytes, which are kept as they came. */
export interface Webhook {
  readonly path: string;
  readonly answer: (message: {
    readonly body: string;
    readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  }) => Promise<CallAnswer>;
}

/** Registers webhooks in a scope of their own, where a body is text. */
export async function registerWebhooks(
  app: FastifyInstance,
  envelopes: Envelopes,
  webhooks: readonly Webhook[],
): Promise<void> {
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    for (const { path, answer } of webhooks) {
      scope.post(path, { config: { weight: CALL_WEIGHT } }, async (request, reply) => {
        const language = () => requestLanguage(request);
        try {
          const body = typeof request.body === 'string' ? request.body : '';
          return envelopes.send(reply, await answer({ body, headers: request.headers }), language);
        } catch (error) {
          return envelopes.fail(reply, error, language());
        }
      });
    }
  });
}
