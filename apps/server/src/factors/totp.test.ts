import { describe, expect, test } from 'vitest';
import { looksLikeRecoveryCode, newRecoveryCodes, recoveryCodeHash } from './recovery-codes.ts';
import { newTotpSecret, TOTP_PERIOD_MS, totpCode, totpSecretText, totpStep, totpUri } from './totp.ts';

const RFC_SECRET = Buffer.from('12345678901234567890');

describe('TOTP', () => {
  // RFC 6238, appendix B; six digits are the last six of its eight.
  test.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
    [20_000_000_000, '353130'],
  ])('at %i s the code is %s', (seconds, code) => {
    expect(totpCode(RFC_SECRET, seconds * 1000)).toBe(code);
    const step = Math.floor(seconds / 30);
    expect(totpStep(RFC_SECRET, { code, now: seconds * 1000, after: 0 })).toBe(step);
  });

  test.each([
    ['one step early', -1, true],
    ['one step late', 1, true],
    ['two steps early', -2, false],
    ['two steps late', 2, false],
  ])('a code %s', (_name, steps, accepted) => {
    const now = 1_700_000_000_000;
    const code = totpCode(RFC_SECRET, now + steps * TOTP_PERIOD_MS);
    expect(totpStep(RFC_SECRET, { code, now, after: 0 }) !== undefined).toBe(accepted);
  });

  test('a step that was used, and every step before it, is refused', () => {
    const now = 1_700_000_000_000;
    const step = Math.floor(now / TOTP_PERIOD_MS);
    const code = totpCode(RFC_SECRET, now);
    expect(totpStep(RFC_SECRET, { code, now, after: step - 1 })).toBe(step);
    expect(totpStep(RFC_SECRET, { code, now, after: step })).toBeUndefined();
    const earlier = totpCode(RFC_SECRET, now - TOTP_PERIOD_MS);
    expect(totpStep(RFC_SECRET, { code: earlier, now, after: step })).toBeUndefined();
  });

  test('the QR code names issuer and account, and carries the secret', () => {
    const secret = newTotpSecret();
    const uri = new URL(totpUri(secret, { issuer: 'Glasshouse', account: 'ann@mail.example' }));
    expect(uri.protocol).toBe('otpauth:');
    expect(decodeURIComponent(uri.pathname)).toContain('Glasshouse:ann@mail.example');
    expect(Object.fromEntries(uri.searchParams)).toMatchObject({
      issuer: 'Glasshouse',
      secret: totpSecretText(secret),
      algorithm: 'SHA1',
      digits: '6',
      period: '30',
    });
    expect(secret).toHaveLength(20);
  });
});

describe('recovery codes', () => {
  test('are ten, all different, and know each other however they are typed', () => {
    const codes = newRecoveryCodes();
    expect(new Set(codes).size).toBe(10);
    for (const code of codes) {
      expect(looksLikeRecoveryCode(code)).toBe(true);
      const typed = ` ${code.toLowerCase().replaceAll('-', ' ')}`;
      expect(looksLikeRecoveryCode(typed)).toBe(true);
      expect(recoveryCodeHash('customer 1', typed)).toEqual(recoveryCodeHash('customer 1', code));
      expect(recoveryCodeHash('customer 2', code)).not.toEqual(recoveryCodeHash('customer 1', code));
    }
    expect(looksLikeRecoveryCode('123456')).toBe(false);
  });
});
