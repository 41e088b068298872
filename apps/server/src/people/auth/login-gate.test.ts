import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import { type ManualClock, manualClock } from '../../platform/clock.ts';
import { masterKeyOf } from '../../platform/master-key.ts';
import { createLoginGate, type LoginGate } from './login-gate.ts';

let clock: ManualClock;
let gate: LoginGate;
beforeEach(() => {
  clock = manualClock(Date.parse('2026-01-05T12:00:00Z'));
  gate = createLoginGate({ masterKey: masterKeyOf('07'.repeat(32)), clock });
});

function work(challenge: string, bits: number): { challenge: string; nonce: string } {
  for (let tried = 0; ; tried += 1) {
    const nonce = tried.toString(36);
    const digest = createHash('sha256').update(`${challenge}.${nonce}`).digest();
    if (digest.readUInt32BE(0) >>> (32 - bits) === 0) return { challenge, nonce };
  }
}

describe('known devices', () => {
  test('are known for the names they logged in with, and for no other', () => {
    const token = gate.deviceToken(['Owl', 'owl@example.com']);
    expect(gate.knownDevice(' OWL ', token)).toBe(gate.knownDevice('owl@example.com', token));
    expect(gate.knownDevice('owl', token)).toMatch(/^[0-9a-f]{24}$/);
    expect(gate.knownDevice('fox', token)).toBeUndefined();
    expect(gate.knownDevice('owl', undefined)).toBeUndefined();
  });

  test('one that was altered, made elsewhere, or is a challenge is not known', () => {
    const token = gate.deviceToken(['owl', null]);
    const elsewhere = createLoginGate({ masterKey: masterKeyOf('08'.repeat(32)), clock });
    const altered = `${token.slice(0, 40)}${token[40] === 'A' ? 'B' : 'A'}${token.slice(41)}`;
    expect(gate.knownDevice('owl', altered)).toBeUndefined();
    expect(gate.knownDevice('owl', elsewhere.deviceToken(['owl']))).toBeUndefined();
    expect(gate.knownDevice('owl', gate.challenge('owl').challenge)).toBeUndefined();
  });
});

describe('a proof of work', () => {
  test('counts once, for its account, within its time', () => {
    const { challenge, bits } = gate.challenge('owl');
    const proof = work(challenge, bits);
    expect(gate.accepts('fox', proof)).toBe(false);
    expect(gate.accepts('owl', { ...proof, nonce: `${proof.nonce}0` })).toBe(false);
    expect(gate.accepts('owl', undefined)).toBe(false);
    expect(gate.accepts('Owl', proof)).toBe(true);
    expect(gate.accepts('owl', proof)).toBe(false);
  });

  test('is late after five minutes', () => {
    const { challenge, bits, expiresAt } = gate.challenge('owl');
    const proof = work(challenge, bits);
    clock.set(expiresAt);
    expect(gate.accepts('owl', proof)).toBe(false);
  });

  test('gets dearer with each one for the same account, and cheap again after an hour', () => {
    const bitsOf = () => gate.challenge('owl').bits;
    const first = bitsOf();
    const { challenge, bits } = gate.challenge('owl');
    expect(gate.accepts('owl', work(challenge, bits))).toBe(true);
    expect(bitsOf()).toBe(first + 1);
    expect(gate.challenge('fox').bits).toBe(first);
    clock.set(clock.now() + 60 * 60_000);
    expect(bitsOf()).toBe(first);
  });
});
