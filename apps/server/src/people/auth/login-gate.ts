import { createHash, randomBytes } from 'node:crypto';
import { leadingZeros } from '@glasshouse/rules/leading-zeros';
import { LRUCache } from 'lru-cache';
import { networkKey } from '../../platform/address-keys.ts';
import type { Clock } from '../../platform/clock.ts';
import type { MasterKey } from '../../platform/master-key.ts';

/**
 * Ways past a limit that strangers used up: a device that has logged in to the account before, or
 * some work. Without them, ten wrong passwords from anywhere would keep the owner out.
 */
export interface LoginGate {
  /** What a device keeps, to be known again at the next login to this account. */
  deviceToken(names: readonly (string | null)[]): string;
  /** The device's number when it has logged in to this account; undefined for all others. */
  knownDevice(account: string, token: string | undefined): string | undefined;
  challenge(account: string): Challenge;
  /** Whether the work was done, for this account and for the first time. */
  accepts(account: string, proof: WorkProof | undefined): boolean;
}

export interface Challenge {
  readonly challenge: string;
  /** Leading zero bits of SHA-256(`challenge`.`nonce`) that are asked for. */
  readonly bits: number;
  readonly expiresAt: number;
}

export interface WorkProof {
  readonly challenge: string;
  readonly nonce: string;
}

const PURPOSE = 'login gate';
const CHALLENGE_MS = 5 * 60_000;
/** About half a second of a phone. */
const BITS_MIN = 17;
const BITS_MAX = 24;
/** Each proof that an account has seen within this time makes the next one dearer. */
const MEMORY_MS = 60 * 60_000;
const ACCOUNTS_MAX = 20_000;
/** Challenges used within their five minutes; the oldest is forgotten beyond this. */
const USED_MAX = 100_000;
const DEVICE_BYTES = 12;

/** Under which name the guests of a network are counted. No account can have it. */
export const guestsOf = (ip: string): string => `guests of ${networkKey(ip)}`;

const nameOf = (account: string): string => account.trim().toLowerCase();

export function createLoginGate({ masterKey, clock }: { masterKey: MasterKey; clock: Clock }): LoginGate {
  const seen = new LRUCache<string, { count: number; until: number }>({ max: ACCOUNTS_MAX });
  const used = new LRUCache<string, true>({ max: USED_MAX });
  const proofsOf = (account: string): number => {
    const entry = seen.get(account);
    return entry === undefined || entry.until <= clock.now() ? 0 : entry.count;
  };
  const seal = (plain: string, context: string): string =>
    masterKey.seal(PURPOSE, Buffer.from(plain), context).toString('base64url');
  const open = (token: string, context: string): string | undefined =>
    masterKey.open(PURPOSE, Buffer.from(token, 'base64url'), context)?.toString();

  return {
    deviceToken(names) {
      const known = names.filter((name) => name !== null).map(nameOf);
      return seal(JSON.stringify([randomBytes(DEVICE_BYTES).toString('hex'), ...known]), 'device');
    },
    knownDevice(account, token) {
      const text = token === undefined ? undefined : open(token, 'device');
      if (text === undefined) return undefined;
      const [device, ...names] = JSON.parse(text) as [string, ...string[]];
      return names.includes(nameOf(account)) ? device : undefined;
    },
    challenge(account) {
      const name = nameOf(account);
      const expiresAt = clock.now() + CHALLENGE_MS;
      const bits = Math.min(BITS_MAX, BITS_MIN + Math.floor(Math.log2(1 + proofsOf(name))));
      return { challenge: seal(`${expiresAt} ${bits}`, `challenge ${name}`), bits, expiresAt };
    },
    accepts(account, proof) {
      if (proof === undefined || used.has(proof.challenge)) return false;
      const name = nameOf(account);
      const text = open(proof.challenge, `challenge ${name}`);
      if (text === undefined) return false;
      const [expiresAt, bits] = text.split(' ').map(Number) as [number, number];
      if (expiresAt <= clock.now() || zerosOf(proof) < bits) return false;
      used.set(proof.challenge, true);
      seen.set(name, { count: proofsOf(name) + 1, until: clock.now() + MEMORY_MS });
      return true;
    },
  };
}

const zerosOf = ({ challenge, nonce }: WorkProof): number =>
  leadingZeros(createHash('sha256').update(`${challenge}.${nonce}`).digest());
