/**
 * A state that an older release kept: its rows lack the columns that were added since. It loads as
 * the database would, where a migration has filled them with null.
 */
import { Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import { contractsOf } from '../../products/contracts/slice.ts';
import { ContractsFixture } from '../../products/contracts/testing/fixture.ts';
import { MODULES } from '../../runtime/modules.ts';
import type { RowChange } from '../core/types.ts';
import { loadKeptState, packed, stateStream } from './state-file.ts';
import { rowLeaf } from './state-root.ts';

const TABLE = 'contract_orders';
const HEAD = { sequence: 9, hash: Buffer.alloc(32), lastAt: 1, nextAccountId: 1 };

async function* once<Item>(item: Item): AsyncGenerator<Item> {
  yield item;
}

/** The row of an open contract. */
async function opened(): Promise<RowChange['row']> {
  const fixture = await ContractsFixture.start();
  const { id } = await fixture.bought();
  return contractsOf(fixture.harness.sequencer.state).orders.get(id) as RowChange['row'];
}

function load(row: RowChange['row']) {
  const { lines } = stateStream({ head: HEAD, accounts: once([]), rows: once([{ table: TABLE, row }]) });
  return loadKeptState(Readable.from(packed(lines)), MODULES);
}

const without = (row: RowChange['row'], column: string): RowChange['row'] =>
  Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));

describe('a kept row without a column of today', async () => {
  const row = await opened();
  const nullable = Object.keys(row).filter((column) => row[column] === null);

  test.each(nullable)('%s is null', async (column) => {
    const { state, live } = await load(without(row, column));
    expect(contractsOf(state)).toEqual(contractsOf((await load(row)).state));
    expect([...live.leaves()]).toEqual([rowLeaf(TABLE, row)]);
  });

  test('the root is of the row as it was signed', async () => {
    const before = without(row, 'converts_by');
    expect((await load(before)).root).not.toEqual((await load(row)).root);
    expect((await load(before)).rows).toBe(1);
  });
});
