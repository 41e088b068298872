import { describe, expect, test } from 'vitest';
import { readConfig } from './config.ts';

/** Settings come from the environment only; a wrong one names itself, and all wrong ones are named at once. */
describe('settings', () => {
  test('are all optional', () => {
    const result = readConfig({});
    expect(result).toMatchObject({
      ok: true,
      config: { port: 4000, host: '127.0.0.1', feed: 'sim', logLevel: 'info', rateLimits: true, replaySpeed: 1 },
    });
  });

  test.each([
    ['PORT', '70000'],
    ['PORT', '4e3'],
    ['HOST', 'a b'],
    ['FEED', 'http'],
    ['REPLAY_SPEED', '0'],
    ['REPLAY_DIR', '/does/not/exist'],
    ['DATABASE_URL', 'mysql://localhost/x'],
    ['SMTP_URL', 'localhost:25'],
    ['LOG_LEVEL', 'loud'],
    ['RATE_LIMITS', 'no'],
    ['MAIL_FROM', 'nobody'],
    ['PUBLIC_URL', 'example.org'],
  ])('%s=%s refuses to start and names itself', (name, value) => {
    const result = readConfig({ [name]: value });
    expect(result.ok).toBe(false);
    expect(result.ok ? [] : result.problems).toEqual([expect.stringContaining(`${name}=`)]);
  });

  test('every problem is told at once', () => {
    const result = readConfig({ PORT: 'x', FEED: 'replay', LOG_LEVEL: 'x' });
    expect(result.ok ? [] : result.problems).toHaveLength(3);
  });

  test.each([
    ['127.0.0.1', true],
    ['127.1.2.3', true],
    ['localhost', true],
    ['::1', true],
    ['0.0.0.0', false],
    ['192.168.1.10', false],
    ['127.0.0.1.example.org', false],
  ])('rate limits may be off on %s: %s', (host, allowed) => {
    expect(readConfig({ HOST: host, RATE_LIMITS: 'off' }).ok).toBe(allowed);
  });
});
