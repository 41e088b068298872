/**
 * Push services of browsers. A person names the address that we send to, so it must be one of
 * these: anything else could be a machine of the house.
 */
const HOSTS: readonly string[] = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
/** Machines of a service that are many; a label that anybody could register is none of them. */
const PATTERNS: readonly RegExp[] = [
  // Of the Windows Push Notification Services: `wns2-par02p`, `db5p`, `wns2-pn1p`.
  /^(?:wns\d{0,2}-)?[a-z]{2,3}\d{1,3}p\.notify\.windows\.com$/,
  /^(?:updates|updates-autopush)\.push\.services\.mozilla\.com$/,
  /^(?:api|web)\.push\.apple\.com$/,
];

export type IsPushService = (endpoint: string) => boolean;

/** Whether messages may be sent there. */
export const isPushService: IsPushService = (endpoint) => {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return HOSTS.includes(hostname) || PATTERNS.some((pattern) => pattern.test(hostname));
};
