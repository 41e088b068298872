import { LANGUAGES } from '@glasshouse/api/constants';
import { languageInfo } from '@glasshouse/i18n/languages';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../platform/clock.ts';
import { PAGE_WEIGHT } from './request-budget.ts';

const DAY_MS = 86_400_000;
/** RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

export interface SecurityText {
  readonly site: URL;
  /** A mail or web address; anything else, and none, is the page of support. */
  readonly contact: string;
  readonly now: number;
}

/** `security.txt` of RFC 9116: where to report a vulnerability of this installation. */
export function securityText({ site, contact, now }: SecurityText): string {
  const expires = new Date((Math.floor(now / DAY_MS) + VALID_DAYS) * DAY_MS).toISOString();
  return [
    `Contact: ${contactAddress(contact) ?? new URL('/service.html', site).href}`,
    `Expires: ${expires}`,
    `Preferred-Languages: ${LANGUAGES.map((language) => languageInfo(language).locale).join(', ')}`,
    `Canonical: ${new URL('/.well-known/security.txt', site).href}`,
    '',
  ].join('\n');
}

function contactAddress(text: string): string | undefined {
  const contact = text.trim();
  if (/^[^\s@<>]+@[^\s@<>]+\.[^\s@<>]+$/.test(contact)) return `mailto:${contact}`;
  return /^(?:https|mailto|tel):\S+$/.test(contact) && URL.canParse(contact) ? contact : undefined;
}

export function registerSecurityText(
  app: FastifyInstance,
  { site, contactOf, clock }: { site: URL; contactOf: () => Promise<string>; clock: Clock },
): void {
  app.get('/.well-known/security.txt', { config: { weight: PAGE_WEIGHT } }, async (_request, reply) => {
    const text = securityText({ site, contact: await contactOf(), now: clock.now() });
    return reply.type('text/plain; charset=utf-8').header('cache-control', 'public, max-age=86400').send(text);
  });
}
