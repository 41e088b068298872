// @vitest-environment happy-dom
import { plain } from '@glasshouse/app/testing/show.tsx';
import type { Language } from '@glasshouse/i18n/languages';
import { screen, within } from '@testing-library/react';
import type { ComponentProps } from 'react';
import { expect, test } from 'vitest';
import { showConsole } from '../../testing/show-console.tsx';
import { ChangeTable } from './change-table.tsx';
import { unitsOf } from './money-fields.ts';

const BEFORE = { state: 'pending', roles: ['owner'], minLots: '1000', feeRate: '0.0005' };
const AFTER = { state: 'approved', roles: ['owner', 'finance'], minLots: '2500.5', feeRate: '0.0005' };

/** Each row as it stands: name, old value, new value. */
async function table(props: ComponentProps<typeof ChangeTable>, language: Language = 'en') {
  const page = await showConsole(<ChangeTable {...props} />, { namespaces: ['records', 'kyc'], language });
  const [head, ...body] = screen.getAllByRole('row');
  return {
    ...page,
    head: within(head!)
      .getAllByRole('columnheader')
      .map(({ textContent }) => textContent),
    rows: body.map((row) => [
      plain(within(row).getByRole('rowheader').textContent),
      ...within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => plain(textContent)),
    ]),
  };
}

test('changes come first, in words: states, roles, grouped figures, rates in per cent', async () => {
  const { t, head, rows } = await table({ before: BEFORE, after: AFTER });
  expect(head).toEqual([t('console:requests.what'), t('console:requests.before'), t('console:requests.after')]);
  expect(rows).toEqual([
    [t('common:word.state'), t('console:state.pending'), t('console:state.approved')],
    [
      t('records:actionField.roles'),
      t('console:role.owner'),
      `${t('console:role.owner')}, ${t('console:role.finance')}`,
    ],
    [t('records:term.minLots'), '1,000', '2,500.5'],
    [t('records:term.feeRate'), '0.05%', '0.05%'],
  ]);
});

test('what stays is left out where only changes are wanted', async () => {
  const { rows } = await table({ before: BEFORE, after: AFTER, changedOnly: true });
  expect(rows).toHaveLength(3);
});

test('a new value has no old one, and a removed one no new one', async () => {
  const { t, rows } = await table({ before: { minLots: '5' }, after: { maxLots: '7' } });
  expect(rows).toEqual([
    [t('records:term.maxLots'), '–', '7'],
    [t('records:term.minLots'), '5', '–'],
  ]);
});

test('a line of a table is named by its list, its number and its column', async () => {
  const { t, rows } = await table({
    before: { periods: [{ seconds: 30, payoutRate: '0.8' }] },
    after: {
      periods: [
        { seconds: 30, payoutRate: '0.82' },
        { seconds: 60, payoutRate: '0.83' },
      ],
    },
    changedOnly: true,
  });
  const name = (line: string, column: 'seconds' | 'payoutRate') =>
    [t('records:term.periods'), t('records:instruments.line', { number: line }), t(`records:term.${column}`)].join(
      ' · ',
    );
  expect(rows).toEqual([
    [name('1', 'payoutRate'), '80%', '82%'],
    [name('2', 'seconds'), '–', '60'],
    [name('2', 'payoutRate'), '–', '83%'],
  ]);
});

test('the basis of a deposit is the evidence of its owner, that of terms a value', async () => {
  const deposit = await table({ before: null, after: { basis: 'memo', finding: { basis: 'proof' } } });
  const { t } = deposit;
  const ownership = t('console:deposits.basis');
  expect(deposit.rows).toEqual([
    [ownership, '–', t('console:deposits.basisOf.memo')],
    [`finding · ${ownership}`, '–', t('console:deposits.basisOf.proof')],
  ]);
  deposit.unmount();
  const terms = await table({ before: null, after: { basis: 'mark' } });
  expect(terms.rows).toEqual([[t('records:term.basis'), '–', t('records:basis.mark')]]);
});

test('a value without a name is called the value', async () => {
  const { t, rows } = await table({ before: '10', after: '1234567.89' });
  expect(rows).toEqual([[t('console:requests.value'), '10', '1,234,567.89']]);
});

test('amounts of the record’s asset are exact, with cents at least', async () => {
  const change = {
    subject: 'user 1001',
    before: { asset: 'USDT', available: '535', price: '2' },
    after: { asset: 'USDT', available: '510.12345678', price: '3' },
    payment: null,
  };
  const { t, rows } = await table({ ...change, changedOnly: true, unitOf: unitsOf(change) });
  expect(rows).toEqual([
    [t('records:actionField.available'), '535.00 USDT', '510.12345678 USDT'],
    ['price', '2', '3'],
  ]);
});

test('numbers that name something are not grouped; a fingerprint is cut to its ends', async () => {
  const { t, rows } = await table({
    before: null,
    after: { batch: 12345, seq: 1234567, digest: 'ab'.repeat(32) },
  });
  expect(rows).toEqual([
    [t('records:actionField.batch'), '–', '12345'],
    ['seq', '–', '1234567'],
    [t('records:actionField.digest'), '–', 'abababab…abab'],
  ]);
});

test('in German figures have a comma, in Arabic the table runs from right to left', async () => {
  const german = await table({ before: BEFORE, after: AFTER }, 'de');
  expect(german.rows[2]).toEqual([german.t('records:term.minLots'), '1.000', '2.500,5']);
  german.unmount();
  const arabic = await table({ before: BEFORE, after: AFTER }, 'ar');
  expect(document.documentElement.dir).toBe('rtl');
  expect(arabic.rows[0]?.[0]).toBe(arabic.t('common:word.state'));
  expect(arabic.rows[2]?.[2]).toContain('2,500.5');
});
