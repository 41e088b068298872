/**
 * Content security policy: nothing from other hosts, no inline script or style, no framing; sockets
 * to this host only. It is named, as people reach it: `'self'` alone did not mean sockets to
 * browsers before 2022.
 */
const contentSecurityPolicy = (site: URL, framed: string | undefined): string =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self' ${site.protocol === 'https:' ? 'wss' : 'ws'}://${site.host}`,
    "worker-src 'self'",
    ...(framed === undefined ? [] : [`frame-src ${framed}`]),
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

export type PageHeaders = Readonly<Record<string, string>>;

/** A year, as browsers ask of sites that they remember for ever; of this host only. */
const TRANSPORT_SECURITY = 'max-age=31536000';

/**
 * On every answer that sets no headers of its own, refusals included: it is data, and nothing in it
 * may load, run or be framed. Where the site is reached by https, browsers ask for nothing else.
 */
export const answerHeaders = (site: URL): PageHeaders => ({
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  ...(site.protocol === 'https:' ? { 'strict-transport-security': TRANSPORT_SECURITY } : {}),
});

/** On every page and file; `framed` is the one origin that this page may frame. */
export const pageHeaders = (site: URL, framed?: string): PageHeaders => ({
  'content-security-policy': contentSecurityPolicy(site, framed),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** The same with one style sheet in the markup of the page, allowed by its SHA-256 in base64. */
export const withStyleHash = (headers: PageHeaders, hash: string): PageHeaders => ({
  ...headers,
  'content-security-policy': (headers['content-security-policy'] ?? '').replace(
    "style-src 'self'",
    `style-src 'self' 'sha256-${hash}'`,
  ),
});
