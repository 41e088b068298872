import { type EnvReader, withoutTrailingSlashes } from '../../../platform/env-reader.ts';

export interface HttpFeedSettings {
  readonly url: string;
  readonly socketUrl: string;
  readonly key: string;
  /** Requests that the plan of the key allows in a minute. */
  readonly creditsPerMinute: number;
  /** The provider's symbols of instruments that it calls otherwise, by code. */
  readonly symbols: Readonly<Record<string, string>>;
}

const CREDITS_PER_MINUTE_MAX = 100_000;

export function readHttpFeedSettings(env: EnvReader, isUsed: boolean): HttpFeedSettings | undefined {
  const url = withoutTrailingSlashes(env.url('HTTP_FEED_URL', ['http:', 'https:']) ?? 'https://api.twelvedata.com');
  const socketUrl = env.url('HTTP_FEED_SOCKET_URL', ['ws:', 'wss:']) ?? 'wss://ws.twelvedata.com/v1/quotes/price';
  const creditsText = env.text('HTTP_FEED_CREDITS') ?? '55';
  const creditsPerMinute = Number(creditsText);
  if (!/^\d{1,6}$/.test(creditsText) || creditsPerMinute < 1 || CREDITS_PER_MINUTE_MAX < creditsPerMinute) {
    env.reject('HTTP_FEED_CREDITS', `a whole number from 1 to ${CREDITS_PER_MINUTE_MAX}`);
  }
  const symbols: Record<string, string> = {};
  for (const part of env.text('HTTP_FEED_SYMBOLS')?.split(',') ?? []) {
    const match = /^\s*([A-Z0-9.]{1,20})=([\w./:-]{1,40})\s*$/.exec(part);
    if (match !== null) symbols[match[1]!] = match[2]!;
    else env.reject('HTTP_FEED_SYMBOLS', 'a list like BRK.B=BRK.B,GC=GC1 of codes and the symbols of the provider');
  }
  const key = env.text('HTTP_FEED_KEY');
  if (isUsed && key === undefined) {
    env.report('HTTP_FEED_KEY is missing: FEED=http needs the key that the provider gave you.');
  }
  return isUsed && key !== undefined ? { url, socketUrl, key, creditsPerMinute, symbols } : undefined;
}
