import { Type } from 'typebox';
import { identifier, list, nothing, nullable, strict, timestamp, words } from '../../schemas/common.ts';
import {
  appCode,
  factorCode,
  passkeyAssertion,
  passkeyCreation,
  passkeyName,
  passkeyRegistration,
  passkeyRequest,
  recoveryCodes,
} from '../../schemas/security.ts';
import { defineOperatorCall } from '../define-operator-call.ts';
import { operatorSession } from './session.ts';

const factor = strict({
  kind: Type.Enum(['totp', 'passkey']),
  id: nullable(identifier('Of a passkey.')),
  name: nullable(words('Of a passkey.')),
  addedAt: timestamp(),
  lastUsedAt: nullable(timestamp('Of a passkey.')),
});

const open = { access: 'signing in', stepUp: false, command: false } as const;
const own = { access: 'signed in', stepUp: false, command: false } as const;

/** The second factor: enrolling, signing in with it, confirming again. */
export const operatorFactorCalls = {
  confirmOperatorCode: defineOperatorCall({
    name: 'confirmOperatorCode',
    method: 'POST',
    path: '/session/confirm/code',
    ...open,
    summary: 'Second factor by authenticator code: signs in, or confirms again for five minutes.',
    body: strict({ code: factorCode() }),
    result: operatorSession,
    codes: ['notLoggedIn', 'totpRequired', 'totpWrong', 'codesLocked'],
  }),
  askOperatorPasskey: defineOperatorCall({
    name: 'askOperatorPasskey',
    method: 'POST',
    path: '/session/confirm/askPasskey',
    ...open,
    summary: 'What the browser hands to the passkey.',
    body: strict({}),
    result: passkeyRequest,
    codes: ['notLoggedIn', 'passkeysUnavailable'],
  }),
  confirmOperatorPasskey: defineOperatorCall({
    name: 'confirmOperatorPasskey',
    method: 'POST',
    path: '/session/confirm/passkey',
    ...open,
    summary: 'Second factor by passkey: signs in, or confirms again for five minutes.',
    body: strict({ response: passkeyAssertion }),
    result: operatorSession,
    codes: ['notLoggedIn', 'passkeyRefused', 'passkeysUnavailable'],
  }),
  startOperatorTotp: defineOperatorCall({
    name: 'startOperatorTotp',
    method: 'POST',
    path: '/session/totp/start',
    ...open,
    summary: 'Secret for an authenticator app. While enrolling, or after a fresh confirmation.',
    body: strict({}),
    result: strict({ secret: words('To type in, base32.'), uri: words('For the QR code.') }),
    codes: ['notLoggedIn', 'permissionDenied', 'stepUpRequired', 'totpAlreadyOn'],
  }),
  finishOperatorTotp: defineOperatorCall({
    name: 'finishOperatorTotp',
    method: 'POST',
    path: '/session/totp/finish',
    ...open,
    summary: 'Proves the app by its first code. Signs in where it was the first factor.',
    body: strict({ code: appCode() }),
    result: strict({ session: operatorSession, recoveryCodes: recoveryCodes.properties.recoveryCodes }),
    codes: ['notLoggedIn', 'totpRequired', 'permissionDenied', 'stepUpRequired', 'totpWrong', 'totpNotStarted'],
  }),
  startOperatorPasskey: defineOperatorCall({
    name: 'startOperatorPasskey',
    method: 'POST',
    path: '/session/passkeys/start',
    ...open,
    summary: 'What the browser hands to a new passkey. While enrolling, or after a fresh confirmation.',
    body: strict({}),
    result: passkeyCreation,
    codes: ['notLoggedIn', 'permissionDenied', 'stepUpRequired', 'passkeysUnavailable'],
  }),
  finishOperatorPasskey: defineOperatorCall({
    name: 'finishOperatorPasskey',
    method: 'POST',
    path: '/session/passkeys/finish',
    ...open,
    summary: 'Keeps the new passkey. Signs in where it was the first factor.',
    body: strict({ name: passkeyName(), response: passkeyRegistration }),
    result: operatorSession,
    codes: [
      'notLoggedIn',
      'permissionDenied',
      'stepUpRequired',
      'passkeyRefused',
      'passkeysUnavailable',
      'tooManyPasskeys',
    ],
  }),
  listOperatorFactors: defineOperatorCall({
    name: 'listOperatorFactors',
    method: 'GET',
    path: '/session/factors',
    ...own,
    summary: 'Own second factors.',
    result: strict({ factors: list(factor, 11), recoveryCodesLeft: Type.Integer({ minimum: 0 }) }),
    codes: [],
  }),
  removeOperatorFactor: defineOperatorCall({
    name: 'removeOperatorFactor',
    method: 'POST',
    path: '/session/factors/remove',
    ...own,
    stepUp: true,
    summary: 'Removes an own second factor; never the last one.',
    body: strict({ kind: Type.Enum(['totp', 'passkey']), id: Type.Optional(identifier('Of a passkey.')) }),
    result: nothing(),
    codes: ['nothingFound', 'lastFactor'],
  }),
  renewOperatorRecoveryCodes: defineOperatorCall({
    name: 'renewOperatorRecoveryCodes',
    method: 'POST',
    path: '/session/recoveryCodes',
    ...own,
    stepUp: true,
    summary: 'New recovery codes in place of all earlier ones.',
    body: strict({}),
    result: recoveryCodes,
    codes: ['nothingFound'],
  }),
};
