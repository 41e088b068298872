import { Type } from 'typebox';
import { CREDENTIAL_CHANGES } from '../constants.ts';
import { DATA_VIEW_KINDS } from '../operator/data-views.ts';
import { identifier, list, nullable, strict, text, timestamp, words } from './common.ts';
import { password } from './user.ts';

/** Six digits of the app, or a recovery code with or without its dashes. */
export const factorCode = () =>
  Type.String({
    pattern: '^(?:[0-9]{6}|[0-9A-Za-z]{4}[ -]?[0-9A-Za-z]{4}[ -]?[0-9A-Za-z]{4})$',
    maxLength: 14,
    'x-typed': 'code',
    'x-code': 'totpWrong',
    'x-missing': 'totpRequired',
    description: 'Six digits of the authenticator app, or a recovery code.',
  });
export const appCode = () =>
  Type.String({
    pattern: '^[0-9]{6}$',
    maxLength: 6,
    'x-typed': 'code',
    'x-code': 'totpWrong',
    'x-missing': 'totpRequired',
    description: 'Six digits of the authenticator app.',
  });

export const recoveryCodes = strict({
  recoveryCodes: list(words('Like `K7QX-2MWD-9FTB`; each works once. Shown here and never again.'), 10),
});

/** What modern browsers send: base64url without padding. */
const base64url = (maxLength: number, description: string) =>
  Type.String({ pattern: '^[A-Za-z0-9_-]+$', minLength: 1, maxLength, 'x-code': 'passkeyRefused', description });
const credentialId = () => base64url(1400, 'Credential id.');
const transports = () => list(Type.String({ maxLength: 32, pattern: '^[a-z-]+$' }), 8);
const descriptor = strict({ type: Type.Enum(['public-key']), id: words('Credential id.'), transports: transports() });
const verification = () => Type.Enum(['required'], { description: 'User verification.' });

/** `PublicKeyCredentialCreationOptionsJSON` of Web Authentication. */
export const passkeyCreation = strict({
  challenge: words('Valid once, for five minutes.'),
  rp: strict({ id: words('Domain of the site.'), name: words('Name of the site.') }),
  user: strict({ id: words('Opaque.'), name: words('Account name.'), displayName: words('Account name.') }),
  pubKeyCredParams: list(strict({ type: Type.Enum(['public-key']), alg: Type.Integer() }), 8),
  timeout: Type.Integer({ minimum: 0, description: 'Milliseconds.' }),
  excludeCredentials: list(descriptor, 16),
  authenticatorSelection: strict({
    residentKey: Type.Enum(['required']),
    requireResidentKey: Type.Boolean(),
    userVerification: verification(),
  }),
  attestation: Type.Enum(['none']),
});

/** `PublicKeyCredentialRequestOptionsJSON` of Web Authentication. */
export const passkeyRequest = strict({
  challenge: words('Valid once, for five minutes.'),
  rpId: words('Domain of the site.'),
  timeout: Type.Integer({ minimum: 0, description: 'Milliseconds.' }),
  allowCredentials: list(descriptor, 16),
  userVerification: verification(),
});

const common = {
  id: credentialId(),
  rawId: credentialId(),
  type: Type.Enum(['public-key']),
  authenticatorAttachment: Type.Optional(Type.Enum(['platform', 'cross-platform'])),
  clientExtensionResults: Type.Object({}, { maxProperties: 16, description: 'Not read.' }),
};

/** `RegistrationResponseJSON` of Web Authentication. */
export const passkeyRegistration = strict({
  ...common,
  response: strict({
    clientDataJSON: base64url(4096, 'As the browser made it.'),
    attestationObject: base64url(16_384, 'As the device made it.'),
    transports: Type.Optional(transports()),
    authenticatorData: Type.Optional(base64url(8192, 'Not read: part of attestationObject.')),
    publicKey: Type.Optional(base64url(8192, 'Not read: part of attestationObject.')),
    publicKeyAlgorithm: Type.Optional(Type.Integer({ description: 'Not read: part of attestationObject.' })),
  }),
});

/** `AuthenticationResponseJSON` of Web Authentication. */
export const passkeyAssertion = strict({
  ...common,
  response: strict({
    clientDataJSON: base64url(4096, 'As the browser made it.'),
    authenticatorData: base64url(4096, 'As the device made it.'),
    signature: base64url(8192, 'As the device made it.'),
    userHandle: Type.Optional(base64url(128, 'As the device keeps it.')),
  }),
});

export const passkeyName = () => text(60, 'Name of the device.');
export const passkey = strict({
  id: identifier('Passkey number.'),
  name: passkeyName(),
  createdAt: timestamp(),
  lastUsedAt: nullable(timestamp('Last login with it; null before the first.')),
  synced: Type.Boolean({ description: "Kept in step between the owner's devices." }),
});

export const credentialChange = strict({
  kind: Type.Enum([...CREDENTIAL_CHANGES]),
  at: timestamp(),
  blocks: Type.Boolean({ description: 'Withdrawals wait 24 hours after it.' }),
});

export const dataView = strict({
  id: identifier('Command log entry.'),
  kind: Type.Enum([...DATA_VIEW_KINDS], { description: 'What was looked at.' }),
  operator: identifier("Number of the operator's account."),
  at: timestamp(),
});

/** Who asks for a change of what protects the account: the password, and the app's code when on. */
export const accountProof = { password: password('Login password.'), totp: Type.Optional(factorCode()) };
export const ACCOUNT_PROOF_CODES = [
  'enterPassword',
  'passwordWrong',
  'totpRequired',
  'totpWrong',
  'codesLocked',
  'guestMustUpgrade',
  'passwordNotSet',
] as const;
