import { expect, test } from 'vitest';
import { importedContractNet, importedOptionNet } from './imported-net.ts';

/** A file could be anybody's: results after all costs, and none made of what is no figure. */
const contract = {
  state: 'closed',
  realised: '-0.68100000',
  open_fee: '5.25',
  close_fee: '5.2',
  financing: '1',
};

test('a contract of a file is told after its three costs, once it has ended', () => {
  expect(importedContractNet(contract)).toBe('-12.131');
  expect(importedContractNet({ ...contract, state: 'liquidated' })).toBe('-12.131');
  expect(importedContractNet({ ...contract, state: 'open' })).toBeUndefined();
  expect(importedContractNet({ ...contract, state: 'cancelled' })).toBeUndefined();
  expect(importedContractNet({ ...contract, closed_by: 'netting' })).toBeUndefined();
  expect(importedContractNet({ ...contract, financing: 'much' })).toBeUndefined();
  expect(importedContractNet({ ...contract, financing: null })).toBeUndefined();
});

test('an option of a file is told after its stake and fee', () => {
  expect(importedOptionNet({ outcome: 'win', paid: '18', stake: '10', fee: '0.1' })).toBe('7.9');
  expect(importedOptionNet({ outcome: 'void', paid: '10.1', stake: '10', fee: '0.1' })).toBe('0');
  expect(importedOptionNet({ outcome: null, paid: null, stake: '10', fee: '0.1' })).toBeUndefined();
});
