import type { CallName } from '@glasshouse/api/calls';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { hasWeight, type SessionStore } from '../people/auth/sessions.ts';
import { addressKey, networkKey } from '../platform/address-keys.ts';
import { acceptedEncoding } from './content-encoding.ts';
import type { HeldRefusals } from './held-refusals.ts';
import { isInsideAddress } from './inside-addresses.ts';
import type { RateLimiter } from './rate-limits.ts';
import { requestToken } from './request-context.ts';

/**
 * Units of work that a request costs; one is about a tenth of a millisecond of the main thread, or
 * as much of the line. By call where the table names it, else by the kind of its route.
 */
export type RequestWeight = number | ((request: FastifyRequest) => number);

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Left out: a file that is in memory. */
    readonly weight?: RequestWeight;
  }
}

/** Health checks of a balancer: never counted. */
export const FREE = 0;
export const CALL_WEIGHT = 5;
/** A page whose head is written and compressed for its language, unless it was a moment ago. */
export const PAGE_WEIGHT = 20;
export const PICTURE_WEIGHT = 50;

/** A large answer that is in memory: an encoded one is a tenth of it on the line. */
export const largeInMemory = (request: FastifyRequest): number =>
  acceptedEncoding(request.headers['accept-encoding']) === undefined ? 60 : 6;

/** Calls whose answer takes the history thread or a search of the log. */
const COSTLY: ReadonlyMap<CallName, number> = new Map([
  ['listCandles', 20],
  ['listRecentTicks', 10],
  ['listTickRuns', 40],
  ['getTickReceipt', 40],
  ['getNftCertificate', 40],
  ['getSharedReceipt', 20],
]);

export const callWeight = (name: CallName): number => COSTLY.get(name) ?? CALL_WEIGHT;

export interface RequestBudget {
  readonly limiter: RateLimiter;
  readonly sessions: Pick<SessionStore, 'cached'>;
  readonly now: () => number;
  readonly refuse: (request: FastifyRequest, reply: FastifyReply, wait: number) => unknown;
  readonly held: HeldRefusals;
}

/**
 * Counts every request before anything is read or looked up: strangers, guests and new members by
 * address and by network, members by themselves, so that nobody is stopped by what a neighbour
 * does. A stream of requests to whatever is public can use up the budget of one network, not that
 * of the house.
 */
export function countRequests(app: FastifyInstance, budget: RequestBudget): void {
  app.addHook('onRequest', (request, reply, done) => {
    const wait = waitOf(request, budget);
    if (wait === 0) {
      done();
      return;
    }
    // The next request of this connection would only be refused as well.
    reply.header('connection', 'close');
    budget.held.send(networkKey(request.ip), () => budget.refuse(request, reply, wait));
  });
}

function waitOf(request: FastifyRequest, { limiter, sessions, now }: RequestBudget): number {
  // The pages of the apps have no routes of their own.
  const { weight = request.is404 ? PAGE_WEIGHT : 1 } = request.routeOptions.config ?? {};
  const units = typeof weight === 'number' ? weight : weight(request);
  if (units === FREE) return 0;
  const token = requestToken(request);
  const session = token === undefined ? undefined : sessions.cached(token);
  const { ip } = request;
  const wait = session?.kind === 'user' ? limiter.take('requestsPerMember', session.userId, units) : 0;
  // New members have a budget of their own within that of their network, not instead of it.
  if (0 < wait || (session !== undefined && hasWeight(session, now()))) return wait;
  if (isInsideAddress(ip)) return limiter.take('requestsInside', addressKey(ip), units);
  return (
    limiter.take('requestsPerAddress', addressKey(ip), units) ||
    limiter.take('requestsPerNetwork', networkKey(ip), units)
  );
}
