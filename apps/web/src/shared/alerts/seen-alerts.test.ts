import { expect, test } from 'vitest';
import type { PriceAlert } from '../../live/user.ts';
import { countUnseen } from './seen-alerts.ts';

const firedAt = (time: string | null) => ({ firedAt: time }) as PriceAlert;

test('the bell counts the alerts that fired after it was last opened, and none that still wait', () => {
  const alerts = [firedAt('2026-11-21T10:00:02.000Z'), firedAt('2026-11-21T10:00:00.000Z'), firedAt(null)];
  expect(countUnseen(alerts, Date.parse('2026-11-21T10:00:00.000Z'))).toBe(1);
  expect(countUnseen(alerts, 0)).toBe(2);
});
