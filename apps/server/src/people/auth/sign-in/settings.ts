import { readFileSync } from 'node:fs';
import type { EnvReader } from '../../../platform/env-reader.ts';

/** An OpenID provider that signs people in. */
export interface ProviderSettings {
  /** In addresses and tables: `google`. */
  readonly id: string;
  /** As people know it. */
  readonly name: string;
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SignInSettings {
  readonly providers: readonly ProviderSettings[];
  readonly wallet: boolean;
}

export const NO_SIGN_IN: SignInSettings = { providers: [], wallet: false };

const PROVIDERS_MAX = 10;
const GOOGLE_ISSUER = 'https://accounts.google.com';
const NAME_MAX = 40;
const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?(?:\/|$)/;

export const isLoopbackUrl = (url: string): boolean => LOOPBACK.test(url);

/** Google, the providers that `OIDC_PROVIDERS` names, and wallets. */
export function readSignInSettings(reader: EnvReader): SignInSettings {
  const wallet = reader.oneOf('WALLET_LOGIN', ['on', 'off'] as const, 'on') === 'on';
  const google = readProvider(reader, 'google', 'GOOGLE', GOOGLE_ISSUER);
  const names = (reader.text('OIDC_PROVIDERS') ?? '').split(',').map((name) => name.trim());
  const ids = [...new Set(names.filter((name) => name !== ''))];
  if (PROVIDERS_MAX <= ids.length || !ids.every((id) => /^[a-z][a-z0-9-]{0,31}$/.test(id) && id !== 'google')) {
    reader.reject('OIDC_PROVIDERS', 'names of lower-case letters, digits and dashes, separated by commas');
    return { providers: [], wallet };
  }
  const others = ids.map((id) => readProvider(reader, id, `OIDC_${id.toUpperCase().replaceAll('-', '_')}`, undefined));
  return { providers: [google, ...others].filter((provider) => provider !== undefined), wallet };
}

/** Undefined where nothing is set; half of it is a mistake that is told. */
function readProvider(
  reader: EnvReader,
  id: string,
  prefix: string,
  usualIssuer: string | undefined,
): ProviderSettings | undefined {
  const clientId = reader.text(`${prefix}_CLIENT_ID`);
  const clientSecret = readSecret(reader, `${prefix}_CLIENT_SECRET`);
  if (usualIssuer !== undefined && clientId === undefined && clientSecret === undefined) return undefined;
  // Google's own may be replaced by a stand-in, so that a test site can walk the whole way.
  const issuer = reader.url(`${prefix}_ISSUER`, ['https:', 'http:']) ?? usualIssuer;
  if (issuer === undefined) reader.report(`${prefix}_ISSUER is missing: the address of the provider.`);
  else if (issuer.startsWith('http:') && !isLoopbackUrl(issuer)) {
    reader.report(`${prefix}_ISSUER is wrong: who people are is asked by https only.`);
  }
  if (clientId === undefined) reader.report(`${prefix}_CLIENT_ID is missing: the provider gives it.`);
  if (clientSecret === undefined) {
    reader.report(`${prefix}_CLIENT_SECRET, or ${prefix}_CLIENT_SECRET_FILE, is missing: the provider gives it.`);
  }
  const name = reader.text(`${prefix}_NAME`) ?? id.charAt(0).toUpperCase() + id.slice(1);
  if (NAME_MAX < name.length) reader.reject(`${prefix}_NAME`, `at most ${NAME_MAX} characters`);
  if (issuer === undefined || clientId === undefined || clientSecret === undefined) return undefined;
  return { id, name, issuer, clientId, clientSecret };
}

/** From the environment, or from the file that it names. */
function readSecret(reader: EnvReader, name: string): string | undefined {
  const file = reader.text(`${name}_FILE`);
  if (file === undefined) return reader.text(name);
  try {
    const text = readFileSync(file, 'utf8').trim();
    return text === '' ? undefined : text;
  } catch {
    reader.report(`${name}_FILE cannot be read: ${file}.`);
    return undefined;
  }
}
