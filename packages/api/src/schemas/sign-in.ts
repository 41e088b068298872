import { Type } from 'typebox';
import { WALLET_GATES } from '../constants.ts';
import {
  codeText,
  identifier,
  language,
  list,
  nullable,
  PLAIN_LINES,
  strict,
  text,
  timestamp,
  words,
} from './common.ts';
import { factorCode } from './security.ts';
import { password, verificationCode } from './user.ts';

export const providerId = () =>
  Type.String({
    pattern: '^[a-z][a-z0-9-]{0,31}$',
    maxLength: 32,
    description: 'Name of the provider in the settings: `google`.',
  });

/** What a provider hands to the callback page, and what the browser that began has kept. */
export const providerAnswer = {
  code: text(2048, 'Authorization code.'),
  codeVerifier: Type.String({
    pattern: '^[A-Za-z0-9._~-]{43,128}$',
    maxLength: 128,
    description: 'PKCE verifier.',
  }),
  redirectUri: text(512, 'Redirect URI of the authorization request.'),
  state: text(256, 'State of the authorization request.'),
  iss: Type.Optional(text(512, 'Issuer, where the provider names it in the callback (RFC 9207).')),
};

/** What a sign-in asks for beyond the provider's word: sent with the same call once more. */
export const providerProof = {
  password: Type.Optional(password('Password of the existing user, to link the account.')),
  emailCode: Type.Optional(verificationCode()),
};

/** Of both ways: the second factor, and what a new person may bring. */
export const newcomer = {
  totp: Type.Optional(factorCode()),
  inviteCode: Type.Optional(codeText(32, 'Invite code of a friend, for a new account.')),
  language: Type.Optional(language()),
};

export const codeChallenge = () =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]{43}$',
    maxLength: 43,
    description: 'SHA-256 of the PKCE verifier, which stays in the browser.',
  });

export const providerStart = strict({
  url: words('Where the browser goes: the authorization request.'),
  state: words('Comes back to the callback page. Valid once, for ten minutes.'),
  redirectUri: words('The callback page.'),
});

export const walletOf = {
  address: Type.String({ pattern: '^0x[0-9a-fA-F]{40}$', maxLength: 42, description: 'Wallet address.' }),
  chainId: Type.Integer({ minimum: 1, maximum: 4_294_967_295 }),
};
export const walletMessage = strict({
  nonce: words('Valid once, for ten minutes.'),
  message: words('Message for the wallet to show and sign.'),
});
export const signedMessage = {
  message: Type.String({ minLength: 1, maxLength: 4096, pattern: PLAIN_LINES, description: 'The signed message.' }),
  signature: Type.String({ pattern: '^0x(?:[0-9a-fA-F]{2}){65,8192}$', maxLength: 16_386 }),
};

export const signInMethods = strict({
  providers: list(strict({ id: providerId(), name: words('As people know it.') }), 10),
  wallet: Type.Boolean({ description: 'Wallets sign people in.' }),
  walletGate: Type.Enum([...WALLET_GATES], { description: 'What a browser without a wallet is told.' }),
});

export const linkedProvider = strict({
  id: identifier('Number of the link.'),
  provider: providerId(),
  name: words('As people know it.'),
  email: nullable(words('Address of the account there.')),
  createdAt: timestamp(),
  lastUsedAt: nullable(timestamp()),
});
export const linkedWallet = strict({
  id: identifier('Number of the link.'),
  address: words('With its checksum.'),
  chainId: nullable(Type.Integer({ minimum: 1, description: 'Of a wallet that is a contract; null: any chain.' })),
  createdAt: timestamp(),
  lastUsedAt: nullable(timestamp()),
});
