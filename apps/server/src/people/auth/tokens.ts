import { createHmac, hash, randomBytes, randomInt } from 'node:crypto';
import { join } from 'node:path';
import { openKeyFile } from '../../platform/key-file.ts';

const TOKEN_BYTES = 32;
/** 32 random bytes in base64url. */
const TOKEN_SHAPE = /^[A-Za-z0-9_-]{43}$/;

export const newToken = (): string => randomBytes(TOKEN_BYTES).toString('base64url');
export const looksLikeToken = (token: string): boolean => TOKEN_SHAPE.test(token);

/** SHA-256 in hex: enough for a token of 256 random bits, which nobody can guess from its hash. */
export const hashToken = (token: string): string => hash('sha256', token, 'hex');

/** Six digits, each code equally likely. */
export const newVerificationCode = (): string => randomInt(0, 1_000_000).toString().padStart(6, '0');

let codeKey = '';

/**
 * The key of codes that are sent by mail: a million of them are tried in a second, so a plain hash
 * would hide none, and anybody could write one. In tests it is empty.
 */
export const setCodeKey = (key: string): void => {
  codeKey = key;
};

/** In the data folder, which the database is not in. */
export const openCodeKey = (dataDir: string): string =>
  openKeyFile(join(dataDir, 'keys'), 'codes.key', () => `${randomBytes(32).toString('hex')}\n`).trim();

/**
 * A code's hash is bound to the address and to what it is for: one sent for registering cannot
 * reset a password.
 */
export const hashVerificationCode = (account: string, purpose: string, code: string): Buffer =>
  createHmac('sha256', codeKey).update(`${purpose}\n${account}\n${code}`).digest();

/** Letters and digits that cannot be mistaken for each other when read aloud. */
const INVITE_ALPHABET = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 8 × 10¹⁴ codes: collisions are not to be expected, and guessing one gains nothing. */
const INVITE_LENGTH = 10;

export const newInviteCode = (): string =>
  Array.from({ length: INVITE_LENGTH }, () => INVITE_ALPHABET[randomInt(INVITE_ALPHABET.length)]).join('');
