import { readFileSync } from 'node:fs';
import { callTable } from '@glasshouse/contract/call-table';
import { BASE_PATH } from '@glasshouse/contract/constants';
import { expect, test } from 'vitest';
import { FIRST_ROWS } from './first-rows.ts';
import { FIRST_TYPE } from './market-query.ts';

test('the page asks early for the very address that the list asks for', () => {
  const boot = readFileSync(new URL('../../../public/boot.js', import.meta.url), 'utf8');
  expect(boot).toContain(`'${BASE_PATH}${callTable.listMarketByType.path}?type=${FIRST_TYPE}&limit=${FIRST_ROWS}'`);
});
