import type { EnvReader } from '../../../platform/env-reader.ts';

/** An outside identity provider; undefined where the operator names none. */
export interface ProviderSettings {
  readonly url: string;
  readonly secret: string;
  /** How the log and reviewers call it. */
  readonly name: string;
  /** `propose`: its result is shown to the reviewer; `decide`: it closes cases. */
  readonly mode: 'propose' | 'decide';
}

const SECRET_LENGTH_MIN = 32;
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?\//;

export function readProviderSettings(reader: EnvReader): ProviderSettings | undefined {
  const url = reader.url('KYC_PROVIDER_URL', ['https:', 'http:']);
  const secret = reader.text('KYC_PROVIDER_SECRET');
  const name = reader.text('KYC_PROVIDER_NAME') ?? 'provider';
  const mode = reader.oneOf('KYC_PROVIDER_MODE', ['propose', 'decide'] as const, 'propose');
  if (!/^[a-z][a-z0-9-]{1,31}$/.test(name)) reader.reject('KYC_PROVIDER_NAME', 'lower-case letters, digits and dashes');
  if (url === undefined) return undefined;
  if (url.startsWith('http:') && !LOOPBACK.test(`${url}/`)) {
    reader.report('KYC_PROVIDER_URL is wrong: documents of people leave this machine by https only.');
  }
  if (secret === undefined || secret.length < SECRET_LENGTH_MIN) {
    reader.report(`KYC_PROVIDER_SECRET is missing or shorter than ${SECRET_LENGTH_MIN} characters.`);
  }
  return { url, secret: secret ?? '', name, mode };
}
