import { readFileSync } from 'node:fs';
import { callTable } from '@glasshouse/api/call-table';
import { BASE_PATH } from '@glasshouse/api/constants';
import { expect, test } from 'vitest';
import { PAGE_CANDLES } from './candles-query.ts';
import { FIRST_ROWS } from './first-rows.ts';
import { FIRST_TYPE } from './market-query.ts';

test('boot.js requests exactly the URLs that the pages use', () => {
  const boot = readFileSync(new URL('../../../public/boot.js', import.meta.url), 'utf8');
  const path = (call: 'listMarkets' | 'getMarketInfo' | 'listCandles' | 'listSignInWays') =>
    callTable[call].path.slice(1).replace('{id}', '$'.concat('{code}'));
  expect(boot).toContain(`\`${BASE_PATH}/\${href}\``);
  expect(boot).toContain(`'${path('listMarkets')}?type=${FIRST_TYPE}&limit=${FIRST_ROWS}'`);
  expect(boot).toContain(`\`${path('getMarketInfo')}\``);
  expect(boot).toContain(`'${path('listSignInWays')}'`);
  const candles = /`([\w/]+)\?code=\$\{code\}&interval=.*&limit=(\d+)`/.exec(boot);
  expect(candles?.slice(1)).toEqual([path('listCandles'), String(PAGE_CANDLES)]);
});
