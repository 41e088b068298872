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

/**
 * On every page and file; `framed` is the one origin that this page may frame. Answers of calls
 * carry only `nosniff`: no browser renders them.
 */
export const pageHeaders = (site: URL, framed?: string): PageHeaders => ({
  'content-security-policy': contentSecurityPolicy(site, framed),
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(self), geolocation=(), microphone=(), payment=(), usb=()',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});
