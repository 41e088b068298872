import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { flushStatement } from './flush-statement.ts';
import type { Batch } from './store.ts';
import type { RowChange, TableSpec } from './types.ts';

const ORDERS: TableSpec = {
  table: 'orders',
  key: ['id'],
  born: 'by command',
  columns: {
    id: 'bigint',
    owner: 'bigint',
    state: 'text',
    entry: 'bigint',
    entry_at: 'timestamptz',
    note: 'text',
    exit: 'bigint',
  },
  fixed: ['owner'],
  later: [['entry', 'entry_at'], ['exit']],
  live: 'true',
};
const SEQUENCE = 100;

type Row = RowChange['row'];
const order = (id: number, later: Partial<Row> = {}): Row => ({
  id,
  owner: 7,
  state: 'open',
  entry: null,
  entry_at: null,
  note: null,
  exit: null,
  ...later,
});

const statementOf = (...rows: Row[]) => {
  const batch: Batch = {
    head: { sequence: SEQUENCE + 9, lastHash: Buffer.alloc(32), nextAccountId: 1, lastAt: 0 },
    applied: [],
    accounts: [],
    before: { sequence: SEQUENCE, nextAccountId: 1 },
    rows: new Map([[ORDERS.table, rows]]),
    ticks: [],
    journalId: 1,
  };
  return flushStatement(1, batch, { tables: [ORDERS], ticks: undefined });
};

describe('a change of a row that is known', () => {
  it('does not write what never changes', () => {
    const { text } = statementOf(order(SEQUENCE));
    expect(text).toContain('update orders');
    expect(text).not.toContain('owner');
  });

  it('writes a group that no row has as nothing, without a list', () => {
    const { text } = statementOf(order(SEQUENCE), order(SEQUENCE - 1));
    expect(text).toMatch(/entry = null, entry_at = null, .*exit = null/);
    expect(text).not.toContain('v_entry');
  });

  it('writes a group whole as soon as one row has one of its columns', () => {
    const { text } = statementOf(order(SEQUENCE), order(SEQUENCE - 1, { entry_at: 5 }));
    expect(text).toContain('entry = t.v_entry, entry_at = to_timestamp(t.v_entry_at / 1000.0)');
    expect(text).toContain('exit = null');
  });

  it('lists a column of no group even when no row has it', () => {
    expect(statementOf(order(SEQUENCE)).text).toContain('note = t.v_note');
  });
});

describe('a row that is new', () => {
  it('is inserted with what never changes, and without the groups that it lacks', () => {
    const { text } = statementOf(order(SEQUENCE + 1, { exit: 3 }));
    expect(text).toContain('insert into orders (id, owner, state, note, exit)');
  });
});

it('gives statements of one shape one text, and of two shapes two', () => {
  const rows = fc.array(
    fc
      .record({
        id: fc.integer({ min: SEQUENCE - 2, max: SEQUENCE + 2 }),
        entry: fc.option(fc.constant(1)),
        entry_at: fc.option(fc.constant(2)),
        exit: fc.option(fc.constant(3)),
      })
      .map(({ id, ...later }) => order(id, later)),
    { minLength: 1, maxLength: 3 },
  );
  fc.assert(
    fc.property(rows, rows, (some, others) => {
      const first = statementOf(...some);
      const second = statementOf(...others);
      expect(first.text === second.text).toBe(first.shape === second.shape);
    }),
  );
});
