/**
 * Push services of browsers. A person names the address that we send to, so it must be one of
 * these: anything else could be a machine of the house.
 */
const HOSTS: readonly string[] = ['fcm.googleapis.com', 'updates.push.services.mozilla.com', 'web.push.apple.com'];
const SUFFIXES: readonly string[] = ['.push.services.mozilla.com', '.push.apple.com', '.notify.windows.com'];

export type IsPushService = (endpoint: string) => boolean;

/** Whether messages may be sent there. */
export const isPushService: IsPushService = (endpoint) => {
  if (!URL.canParse(endpoint)) return false;
  const { protocol, hostname, port, username, password } = new URL(endpoint);
  if (protocol !== 'https:' || port !== '' || username !== '' || password !== '') return false;
  return HOSTS.includes(hostname) || SUFFIXES.some((suffix) => hostname.endsWith(suffix));
};
