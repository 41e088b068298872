import { code } from '@glasshouse/api/codes';
import { expect, test } from 'vitest';
import { createState, reduceRow } from '../../kernel/core/state.ts';
import type { CoreState } from '../../kernel/core/types.ts';
import { bindEvidence, type Evidence, evidenceModule, holderOf, isRefused } from './evidence.ts';

const FIRST = 11;
const SECOND = 12;
const HASH = `0x${'aB'.repeat(32)}`;

const chain = (fields: Partial<Extract<Evidence, { kind: 'chain' }>> = {}): Evidence => ({
  kind: 'chain',
  network: 'ERC20',
  hash: HASH,
  output: 1,
  ...fields,
});
const bank = (fields: Partial<Extract<Evidence, { kind: 'bank' }>> = {}): Evidence => ({
  kind: 'bank',
  reference: 'NTRF 4711/A',
  valueDate: '2026-11-28',
  currency: 'EUR',
  amount: '2500',
  ...fields,
});

function bind(state: CoreState, evidence: Evidence, id: number, kind: 'deposit' | 'withdrawal' = 'deposit') {
  const command = { seq: id * 10, at: 1 };
  const bound = bindEvidence(state, command, { subject: { kind, id, userId: 7 }, evidence, field: 'hash' });
  if (isRefused(bound)) return bound.code;
  for (const row of bound) reduceRow(state, row);
  return bound.length;
}

const USED_AGAIN: readonly (readonly [string, Evidence, Evidence])[] = [
  ['the same output', chain(), chain()],
  ['the same output in other letters', chain(), chain({ hash: HASH.toLowerCase() })],
  ['the whole transaction after an output', chain(), chain({ output: null })],
  ['an output after the whole transaction', chain({ output: null }), chain({ output: 4 })],
  ['the whole transaction twice', chain({ output: null }), chain({ output: null })],
  ['the same entry of the bank', bank(), bank()],
  ['the same entry without its spaces', bank(), bank({ reference: ' ntrf4711a ' })],
  ['the same entry with another spelling of its amount', bank(), bank({ amount: '2500.00' })],
];
test.each(USED_AGAIN)('%s is refused to everybody else, in both directions', (_name, first, second) => {
  for (const kind of ['deposit', 'withdrawal'] as const) {
    const state = createState([evidenceModule]);
    expect(bind(state, first, FIRST, 'deposit')).toBe(1);
    expect(holderOf(state, second)).toBe(FIRST);
    expect(bind(state, second, SECOND, kind)).toBe(code.evidenceUsed);
  }
});

const OTHERS: readonly (readonly [string, Evidence, Evidence])[] = [
  ['another output of the transaction', chain(), chain({ output: 2 })],
  ['another network', chain(), chain({ network: 'BASE' })],
  ['another transaction', chain(), chain({ hash: `0x${'cd'.repeat(32)}` })],
  ['another value date', bank(), bank({ valueDate: '2026-11-29' })],
  ['another amount', bank(), bank({ amount: '2500.01' })],
  ['another currency', bank(), bank({ currency: 'CHF' })],
];
test.each(OTHERS)('%s is other evidence', (_name, first, second) => {
  const state = createState([evidenceModule]);
  expect(bind(state, first, FIRST)).toBe(1);
  expect(holderOf(state, second)).toBeUndefined();
  expect(bind(state, second, SECOND)).toBe(1);
});

test('what was decided before is imported once, and by whatever date it is used again', () => {
  const state = createState([evidenceModule]);
  const undated = bank({ valueDate: '*' });
  const pieces = [
    { evidence: chain({ output: null }), kind: 'deposit', id: FIRST, userId: 7 },
    { evidence: chain({ output: 3 }), kind: 'withdrawal', id: SECOND, userId: 8 },
    { evidence: undated, kind: 'deposit', id: SECOND, userId: 8 },
    { evidence: bank({ reference: ' - ' }), kind: 'deposit', id: FIRST, userId: 7 },
  ];
  const run = (seq: number) =>
    evidenceModule.handlers['evidence.import'](state, { seq, at: 1, body: { pieces } } as never);
  const first = run(5);
  expect(first).toMatchObject({ ok: true, result: { bound: 2 } });
  if (!first.ok) throw new Error('refused');
  for (const row of first.rows) reduceRow(state, row);
  expect(run(6)).toMatchObject({ ok: true, result: { bound: 0 }, rows: [] });
  expect(bind(state, chain({ output: 4 }), 13)).toBe(code.evidenceUsed);
  expect(bind(state, bank(), 13)).toBe(code.evidenceUsed);
  expect(bind(state, bank({ valueDate: '2026-01-02' }), 13)).toBe(code.evidenceUsed);
  expect(bind(state, bank({ amount: '2501' }), 13)).toBe(1);
});

test('bound again to the same, it adds nothing; a part of the whole is added', () => {
  const state = createState([evidenceModule]);
  expect(bind(state, chain({ output: null }), FIRST)).toBe(1);
  expect(bind(state, chain({ output: null }), FIRST)).toBe(0);
  expect(bind(state, chain({ output: 1 }), FIRST)).toBe(1);
  expect(bind(state, chain({ output: 1 }), FIRST)).toBe(0);
});

test.each([
  ['no hash', chain({ hash: ' ' }), code.fieldRequired],
  ['an output that cannot be', chain({ output: -1 }), code.outOfRange],
  ['no reference', bank({ reference: ' - ' }), code.fieldRequired],
  ['a date that is none', bank({ valueDate: '2026-02-29' }), code.wrongFormat],
  ['a date in words', bank({ valueDate: 'today' }), code.wrongFormat],
  ['no amount', bank({ amount: '0' }), code.outOfRange],
])('%s is refused', (_name, evidence, expected) => {
  expect(bind(createState([evidenceModule]), evidence, FIRST)).toBe(expected);
});
