import { foldEmail, isEmail } from '@glasshouse/api/email';
import { LRUCache } from 'lru-cache';
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
  fetchUserInfo,
} from 'openid-client';
import type { Log } from '../../../platform/log.ts';
import { isLoopbackUrl, type ProviderSettings } from './settings.ts';

/** Whom a provider names. */
export interface ProviderIdentity {
  readonly issuer: string;
  /** Never reused by the issuer. */
  readonly subject: string;
  readonly email: string | null;
  /** The provider says that the person has this mailbox. */
  readonly isVerified: boolean;
}

export interface AuthorizationRequest {
  readonly state: string;
  readonly nonce: string;
  readonly codeChallenge: string;
}

/** An OpenID provider as this site uses it. Failures are undefined, and logged. */
export interface Provider {
  readonly id: string;
  readonly name: string;
  /** The callback page of this provider alone, so that none answers for another. */
  readonly redirectUri: string;
  authorizationUrl(request: AuthorizationRequest): Promise<string | undefined>;
  /** Exchanges the code and checks issuer, signature, audience, time and nonce of what comes. */
  identityOf(answer: {
    readonly code: string;
    readonly codeVerifier: string;
    readonly state: string;
    readonly nonce: string;
    readonly iss: string | undefined;
  }): Promise<ProviderIdentity | undefined>;
}

const TIMEOUT_SECONDS = 10;
/** What a provider says of itself is read again after this time. */
const KNOWN_MS = 3_600_000;
const SCOPE = 'openid email';
const SUBJECT_MAX = 255;

export function createProvider(
  settings: ProviderSettings,
  { site, log }: { readonly site: string; readonly log: Pick<Log, 'warn'> },
): Provider {
  const { id, name, issuer } = settings;
  const redirectUri = `${site}/api/loginCallback/${id}`;
  const known = new LRUCache<'configuration', Configuration>({ max: 1, ttl: KNOWN_MS });

  /** Asked for when somebody needs it: a provider that is down does not keep the site down. */
  const configuration = async (): Promise<Configuration> => {
    const found = known.get('configuration');
    if (found !== undefined) return found;
    const isLocal = isLoopbackUrl(issuer);
    const made = await discovery(new URL(issuer), settings.clientId, settings.clientSecret, undefined, {
      timeout: TIMEOUT_SECONDS,
      execute: [enableNonRepudiationChecks, ...(isLocal ? [allowInsecureRequests] : [])],
    });
    known.set('configuration', made);
    return made;
  };
  const attempt = async <Value>(what: string, work: () => Promise<Value>): Promise<Value | undefined> => {
    try {
      return await work();
    } catch (error) {
      log.warn({ provider: id, err: error }, what);
      return undefined;
    }
  };

  return {
    id,
    name,
    redirectUri,
    authorizationUrl: ({ state, nonce, codeChallenge }) =>
      attempt('the OpenID provider could not be asked', async () => {
        const url = buildAuthorizationUrl(await configuration(), {
          redirect_uri: redirectUri,
          scope: SCOPE,
          response_type: 'code',
          state,
          nonce,
          code_challenge: codeChallenge,
          code_challenge_method: 'S256',
        });
        return url.href;
      }),
    identityOf: ({ code, codeVerifier, state, nonce, iss }) =>
      attempt('what an OpenID provider answered was refused', async () => {
        const came = new URL(redirectUri);
        came.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString();
        const config = await configuration();
        const tokens = await authorizationCodeGrant(config, came, {
          pkceCodeVerifier: codeVerifier,
          expectedState: state,
          expectedNonce: nonce,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined || claims.sub === '' || SUBJECT_MAX < claims.sub.length) return undefined;
        // Some tell the address only when asked for it with the token that came.
        const profile =
          claims.email === undefined ? await fetchUserInfo(config, tokens.access_token, claims.sub) : claims;
        const { email } = profile;
        const isAddress = typeof email === 'string' && isEmail(email) && foldEmail(email) === email;
        return {
          issuer: claims.iss,
          subject: claims.sub,
          email: isAddress ? email : null,
          isVerified: isAddress && profile.email_verified === true,
        };
      }),
  };
}
