import { expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { DEVICE_COOKIE } from './operator-cookies.ts';
import { openOperatorGateway } from './testing/operator-gateway.ts';

/** Cookies of operators where the site is reached by https. */
const database = withTestDatabase();

test('over https is bound to the host by its name; a device of an earlier release stays known', async () => {
  const secure = await openOperatorGateway(database, { site: 'https://broker.example' });
  const browser = secure.browser();
  browser.cookies.set(DEVICE_COOKIE, 'D'.repeat(43));
  const answer = await browser.call('operatorSignIn', { body: { name: 'nobody', password: 'x' } });
  expect(String(answer.headers['set-cookie'])).toMatch(
    /^__Host-glasshouse_device=D{43}; Max-Age=34560000; Path=\/; HttpOnly; Secure; SameSite=Strict/,
  );
  await secure.close();
});
