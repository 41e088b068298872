import { isIP } from 'node:net';
import { code } from '@glasshouse/api/codes';
import type { FastifyInstance } from 'fastify';
import type { Envelopes } from './envelope.ts';
import { requestLanguage } from './request-context.ts';

/** Probes know a machine by whatever name they were given. */
const PROBES: ReadonlySet<string> = new Set(['/healthz', '/readyz', '/metrics']);

const nameOf = (host: string): string => host.replace(/:\d+$/, '').replace(/\.$/, '').toLowerCase();

/**
 * Whether a request may name this host. Addresses and names without a dot are those of proxies and
 * of this machine: nobody can point a domain of theirs at us and have them sent. Any other domain
 * than ours is somebody's who wants our pages, or our cookies, under their name.
 */
export function isServedHost(host: string, own: string): boolean {
  const name = nameOf(host);
  return name === nameOf(own) || !name.includes('.') || isIP(name) !== 0 || name.startsWith('[');
}

/** Refuses other hosts with 421, before anything else is done. */
export function refuseOtherHosts(app: FastifyInstance, envelopes: Envelopes, own: string): void {
  app.addHook('onRequest', (request, reply, done) => {
    if (isServedHost(request.host, own) || PROBES.has(request.url.split('?', 1)[0] ?? '')) return done();
    envelopes.refuse(reply, code.hostUnknown, requestLanguage(request));
  });
}
