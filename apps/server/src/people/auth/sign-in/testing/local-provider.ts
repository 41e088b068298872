import { createPrivateKey, generateKeyPairSync, type KeyObject, sign } from 'node:crypto';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import Provider from 'oidc-provider';

/** Who logs in at the provider, at once and without a form. */
export interface LocalPerson {
  readonly sub: string;
  readonly email?: string;
  readonly isVerified?: boolean;
}

type Claims = { readonly [name: string]: unknown };

/** Known before it runs, so that a server can be told of it first. */
export const CLIENT_ID = 'glasshouse';
export const CLIENT_SECRET = 'a secret of the tests, long enough';

/**
 * A real OpenID provider on the loopback address. What it signs can be changed on its way out, with
 * its own key or with another.
 */
export class LocalProvider {
  readonly clientId = CLIENT_ID;
  readonly clientSecret = CLIENT_SECRET;
  person: LocalPerson = { sub: 'ann', email: 'ann@example.org', isVerified: true };
  /** Claims of the next tokens, as a dishonest or broken provider would make them. */
  tamper: ((claims: Claims) => Claims) | undefined;
  signingKey: KeyObject;
  readonly issuer: string;
  readonly #server: Server;

  private constructor(issuer: string, server: Server, key: KeyObject) {
    this.issuer = issuer;
    this.#server = server;
    this.signingKey = key;
  }

  static async start(redirectUris: readonly string[], port = 0): Promise<LocalProvider> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const jwk = {
      ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
      kid: 'k',
    };
    const local = new LocalProvider(issuer, server, createPrivateKey({ key: jwk, format: 'jwk' }));
    const provider = new Provider(issuer, {
      clients: [{ client_id: CLIENT_ID, client_secret: CLIENT_SECRET, redirect_uris: [...redirectUris] }],
      jwks: { keys: [{ ...jwk, use: 'sig', alg: 'RS256' }] as never },
      cookies: { keys: ['a key of the tests'] },
      claims: { openid: ['sub'], email: ['email', 'email_verified'] },
      conformIdTokenClaims: false,
      features: { devInteractions: { enabled: false } },
      interactions: { url: (_context, interaction) => `/interaction/${interaction.uid}` },
      findAccount: (_context, id) => ({
        accountId: id,
        claims: () => {
          const { email, isVerified } = local.person;
          return { sub: id, ...(email !== undefined && { email, email_verified: isVerified === true }) };
        },
      }),
      async loadExistingGrant(context) {
        const { client, session } = context.oidc;
        const grant = new provider.Grant({ clientId: client!.clientId, accountId: session!.accountId! });
        grant.addOIDCScope('openid email');
        await grant.save();
        return grant;
      },
    });
    provider.use(async (context, next) => {
      if (context.path.startsWith('/interaction/')) {
        context.respond = false;
        await provider.interactionFinished(context.req, context.res, { login: { accountId: local.person.sub } });
        return;
      }
      await next();
      const body = context.body as { id_token?: string } | undefined;
      if (context.path === '/token' && body?.id_token !== undefined && local.tamper !== undefined) {
        context.body = { ...body, id_token: local.#resigned(body.id_token, local.tamper) };
      }
    });
    server.on('request', provider.callback());
    return local;
  }

  #resigned(token: string, tamper: (claims: Claims) => Claims): string {
    const [head = '', claims = ''] = token.split('.');
    const changed = tamper(JSON.parse(Buffer.from(claims, 'base64url').toString()) as Claims);
    const signed = `${head}.${Buffer.from(JSON.stringify(changed)).toString('base64url')}`;
    return `${signed}.${sign('sha256', Buffer.from(signed), this.signingKey).toString('base64url')}`;
  }

  /** Follows an authorization request as a browser does; the callback that it ends at. */
  async visit(url: string): Promise<URL> {
    const cookies = new Map<string, string>();
    let at = new URL(url);
    for (let step = 0; step < 10; step += 1) {
      if (at.origin !== this.issuer) return at;
      const answer = await fetch(at, {
        redirect: 'manual',
        headers: { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
      });
      for (const line of answer.headers.getSetCookie()) {
        const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
        cookies.set(name, value);
      }
      const next = answer.headers.get('location');
      if (next === null) throw new Error(`the provider answered ${answer.status}: ${await answer.text()}`);
      at = new URL(next, at);
    }
    throw new Error('the provider goes in circles');
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }
}
