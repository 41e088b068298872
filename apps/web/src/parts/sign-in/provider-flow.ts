import type { ResultOf } from '@glasshouse/api';
import type { Answer } from '../../api/client.ts';

/** What this browser keeps while its person is at a provider: nobody else can finish without it. */
interface Begun {
  readonly provider: string;
  readonly state: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
  /** Where the person was. */
  readonly next: string;
  readonly inviteCode?: string;
  /** Links to the account that is logged in. */
  readonly links: boolean;
}

const KEY = 'signIn';
const VERIFIER_BYTES = 32;

/** What binds an answer to this browser needs a page that nobody can change on its way. */
export const canUseProviders = (): boolean => window.isSecureContext && 'subtle' in crypto;

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

/** Asks the server for a way to the provider, and goes there. */
export async function goToProvider(
  about: Pick<Begun, 'provider' | 'next' | 'inviteCode' | 'links'>,
  start: (codeChallenge: string) => Promise<Answer<ResultOf<'startProviderLogin'>>>,
): Promise<Answer<ResultOf<'startProviderLogin'>>> {
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(VERIFIER_BYTES)));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier));
  const answer = await start(base64url(new Uint8Array(digest)));
  if (!answer.ok) return answer;
  const { url, state, redirectUri } = answer.result;
  const begun: Begun = { ...about, state, redirectUri, codeVerifier };
  sessionStorage.setItem(KEY, JSON.stringify(begun));
  window.location.assign(url);
  return answer;
}

export type CameBack =
  | { readonly kind: 'cancelled' | 'foreign' }
  | {
      readonly kind: 'answered';
      readonly begun: Begun;
      readonly answer: {
        readonly code: string;
        readonly codeVerifier: string;
        readonly redirectUri: string;
        readonly state: string;
        readonly iss?: string;
      };
    };

/**
 * What the provider answered. An answer that this browser did not ask for is somebody else's: it
 * would log this person in to another's account.
 */
export function comeBack(provider: string, search: string): CameBack {
  const params = new URLSearchParams(search);
  const begun = kept();
  const state = params.get('state');
  if (begun === undefined || begun.provider !== provider || begun.state !== state) return { kind: 'foreign' };
  const code = params.get('code');
  if (code === null) return { kind: 'cancelled' };
  const iss = params.get('iss');
  const { codeVerifier, redirectUri } = begun;
  return {
    kind: 'answered',
    begun,
    answer: { code, codeVerifier, redirectUri, state, ...(iss !== null && { iss }) },
  };
}

/** An answer is taken once. */
export const endFlow = (): void => sessionStorage.removeItem(KEY);

function kept(): Begun | undefined {
  const text = sessionStorage.getItem(KEY);
  try {
    return text === null ? undefined : (JSON.parse(text) as Begun);
  } catch {
    return undefined;
  }
}
