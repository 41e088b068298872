import { expect, test } from 'vitest';
import { withTestDatabase } from '../../platform/test-database.ts';
import { toldAmount, toldAsset } from './words.ts';

const database = withTestDatabase();

test.each([
  ['rejected', null, null, null, '2500 EUR'],
  ['failed', null, null, null, '2500 EUR'],
  ['returned', null, null, '2510', '2510 EUR'],
  ['approved', '2712.5', '2712.5', '2510', '2712.5 USDT'],
])(
  'a bank deposit that is %s is told in the currency of its amount',
  async (state, arrived, credited, paid, expected) => {
    const { rows } = await database.pool.query<{ told: string }>(
      `select ${toldAmount('d')} || ' ' || ${toldAsset('d')} as told
       from (select $1::text as state, 2500::numeric as claimed, $2::numeric as arrived, $3::numeric as credited,
                    'USDT' as asset, 'EUR' as currency, $4::numeric as currency_amount) d`,
      [state, arrived, credited, paid],
    );
    expect(rows).toEqual([{ told: expected }]);
  },
);
