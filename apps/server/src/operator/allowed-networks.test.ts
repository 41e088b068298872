import { expect, test } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { networksProblem, operatorNetworks } from './allowed-networks.ts';

/** Profiles with real money do not open the console to the world unless that is said. */
const database = withTestDatabase();

test.each([
  ['sandbox', undefined, undefined],
  ['demo-only', undefined, undefined],
  ['retail', undefined, /OPERATOR_NETWORKS/],
  ['eu', undefined, /OPERATOR_NETWORKS/],
  ['retail', 'any', undefined],
  ['eu', ['203.0.113.0/24'], undefined],
] as const)('%s with %j', async (profile, fallback, problem) => {
  const found = await networksProblem(database.pool, profile, fallback);
  if (problem === undefined) expect(found).toBeUndefined();
  else expect(found).toMatch(problem);
});

test('what operators decided goes before the setting', async () => {
  await database.pool.query(`insert into operators (id, name, roles, state, added_at)
    values (1, 'ada', '["owner"]', 'active', now())`);
  await database.pool.query(`insert into parameters (key, version, value, set_at, set_by)
    values ('operator.networks', 1, '["198.51.100.0/24"]', now(), 1)`);
  expect(await operatorNetworks(database.pool, ['203.0.113.0/24'])).toEqual(['198.51.100.0/24']);
  expect(await networksProblem(database.pool, 'retail', undefined)).toBeUndefined();
});
