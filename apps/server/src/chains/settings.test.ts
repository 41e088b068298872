import { networkSpec } from '@glasshouse/api/networks';
import { describe, expect, it } from 'vitest';
import { EnvReader } from '../platform/env-reader.ts';
import type { Profile } from '../platform/profile.ts';
import { readExtendedKey } from './extended-key.ts';
import { Networks } from './networks.ts';
import { readChainSettings } from './settings.ts';

const ZPUB =
  'zpub6rFR7y4Q2AijBEqTUquhVz398htDFrtymD9xYYfG1m4wAcvPhXNfE3EfH1r1ADqtfSdVCToUG868RvUUkgDKf31mGDtKsAYz2oz2AGutZYs';
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const LOCAL = {
  name: 'ERC20',
  chainId: 31_337,
  url: 'http://127.0.0.1:8545',
  native: 'ETH',
  tokens: { USDT: { contract: `0x${'12'.repeat(20)}`, decimals: 6 } },
};

function read(values: { readonly [name: string]: string }, profile: Profile = 'sandbox') {
  const env = new EnvReader(values);
  const settings = readChainSettings(env, profile);
  return { settings, problems: env.problems };
}

describe('settings of chains', () => {
  it('has neither addresses nor watchers by default', () => {
    expect(read({}, 'retail')).toEqual({
      problems: [],
      settings: { keys: { evm: undefined, tron: undefined, bitcoin: undefined }, networks: [], watch: {} },
    });
  });

  it('has keys of nobody in a sandbox, until the operator names one', () => {
    const { keys } = read({}).settings;
    for (const family of ['evm', 'tron', 'bitcoin'] as const) {
      expect(readExtendedKey(family, keys[family] ?? '')).toMatchObject({ ok: true, extended: { isTest: false } });
    }
    expect(read({ XPUB_EVM: XPUB }).settings.keys).toEqual({ evm: XPUB, tron: undefined, bitcoin: undefined });
  });

  it('reads keys and endpoints', () => {
    const { settings, problems } = read({
      XPUB_EVM: XPUB,
      XPUB_BITCOIN: ZPUB,
      WATCH_ETHEREUM: 'https://one.example/key, https://two.example',
      WATCH_BITCOIN: 'node+http://user:secret@127.0.0.1:8332',
    });
    expect(problems).toEqual([]);
    expect(settings.watch).toEqual({
      ERC20: { endpoints: ['https://one.example/key', 'https://two.example'] },
      BTC: { endpoints: ['node+http://user:secret@127.0.0.1:8332'] },
    });
  });

  it('puts a local chain in the place of a built-in one', () => {
    const { settings, problems } = read({ XPUB_EVM: XPUB, WATCH_EXTRA: JSON.stringify([LOCAL]) });
    expect(problems).toEqual([]);
    const networks = new Networks(settings.networks);
    expect(networks.networkOf('ERC20')).toMatchObject({
      chainId: 31_337,
      confirmations: networkSpec('ERC20').confirmations,
    });
    expect(networks.all.filter(({ name }) => name === 'ERC20')).toHaveLength(1);
    expect(networks.networksOf('USDT').map(({ name }) => name)).toContain('ERC20');
    expect(settings.watch).toEqual({ ERC20: { endpoints: [LOCAL.url] } });
  });

  it.each([
    ['a private key', { XPUB_EVM: privateKey() }, 'PRIVATE'],
    ['a key of a test network', { XPUB_BITCOIN: testKey() }, 'test network'],
    ['no URL', { XPUB_EVM: XPUB, WATCH_BASE: 'localhost' }, 'WATCH_BASE'],
    ['five endpoints', { XPUB_EVM: XPUB, WATCH_BSC: Array(5).fill('https://one.example').join() }, 'WATCH_BSC'],
    ['no JSON', { WATCH_EXTRA: '{' }, 'WATCH_EXTRA'],
    ['a network that nobody knows', { WATCH_EXTRA: JSON.stringify([{ ...LOCAL, name: 'LOCAL' }]) }, 'WATCH_EXTRA'],
    ['an unknown field', { WATCH_EXTRA: JSON.stringify([{ ...LOCAL, rpc: 'x' }]) }, 'WATCH_EXTRA'],
  ])('refuses %s', (_what, values, problem) => {
    const { problems } = read(values);
    expect(problems.join()).toContain(problem);
    expect(problems.join()).not.toContain(privateKey().slice(10, 40));
  });

  it('replaces a network only in the sandbox', () => {
    const { problems } = read({ XPUB_EVM: XPUB, WATCH_EXTRA: JSON.stringify([LOCAL]) }, 'retail');
    expect(problems.join()).toContain('only PROFILE=sandbox');
  });
});

/** BIP-32, test vector 2. */
function privateKey(): string {
  return 'xprv9s21ZrQH143K31xYSDQpPDxsXRTUcvj2iNHm5NUtrGiGG5e2DtALGdso3pGz6ssrdK4PFmM8NSpSBHNqPqm55Qn3LqFtT2emdEXVYsCzC2U';
}
/** BIP-84's account, as wallets of the test network export it. */
function testKey(): string {
  return 'upub5EFU65HtV5TeiSHmZZm7FUffBGy8UKeqp7vw43jYbvZPpoVsgU93oac7Wk3u6moKegAEWtGNF8DehrnHtv21XXEMYRUocHqguyjknFHYfgY';
}
