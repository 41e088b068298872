const TOKEN = /^[A-Za-z0-9_-]{43}$/;

/**
 * The token of a one-time link such as `/operator/link#<token>`. It stands behind the `#`, which
 * browsers send to nobody.
 */
export function linkTokenOf({
  pathname,
  hash,
}: {
  readonly pathname: string;
  readonly hash: string;
}): string | undefined {
  if (!/^\/operator\/link\/?$/.test(pathname)) return undefined;
  const token = hash.slice(1);
  return TOKEN.test(token) ? token : undefined;
}
