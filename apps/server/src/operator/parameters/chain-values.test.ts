import { expect, it } from 'vitest';
import { BUILT_IN_NETWORKS } from '../../chains/built-in-networks.ts';
import { Networks } from '../../chains/networks.ts';
import { wrongChainValues } from './chain-values.ts';

/** BIP-32, test vector 2. */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const XPRV =
  'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U';

it.each([
  ['deposit.xpubs', { evm: XPUB, tron: XPUB, bitcoin: XPUB }, []],
  ['deposit.xpubs', { evm: XPRV }, ['value.evm']],
  ['deposit.xpubs', { evm: XPUB, doge: XPUB }, ['value.doge']],
  ['deposit.xpubs', { bitcoin: XPUB.replace('661', '662') }, ['value.bitcoin']],
  ['deposit.xpubs', { evm: 1 }, ['value.evm']],
  ['deposit.addresses', { 'USDT.TRC20': 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdH' }, []],
  ['deposit.addresses', { 'USDT.TRC20': 'TUEZSdKsoDHQMeZwihtdoBiN46zxhGWYdh' }, ['value.USDT.TRC20']],
  ['deposit.addresses', { 'USDT.BTC': 'bc1qcr8te4kr609gcawutmrza0j4xv80jy8z306fyu' }, ['value.USDT.BTC']],
  ['withdrawal.minimums', { USDT: '1' }, []],
  ['deposit.xpubs', 'text', []],
] as const)('%s %j', (key, value, problems) => {
  expect(wrongChainValues(key, value)).toEqual(problems);
});

it('knows the coins that the settings of the installation name', () => {
  const [ethereum] = BUILT_IN_NETWORKS;
  const own = { ...ethereum!, assets: [{ asset: 'ACME', contract: undefined, decimals: 18 }] };
  const addresses = { 'ACME.ERC20': '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed' };
  expect(wrongChainValues('deposit.addresses', addresses)).toEqual(['value.ACME.ERC20']);
  expect(wrongChainValues('deposit.addresses', addresses, new Networks([own]))).toEqual([]);
});
