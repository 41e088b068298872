import { tmpdir } from 'node:os';
import { expect, test } from 'vitest';
import { EnvReader } from '../../platform/env-reader.ts';
import { readFeedSettings } from './settings.ts';
import { feedInputsOf, typedInputsOf, typedNames } from './typed-inputs.ts';

const inputsOf = (env: Record<string, string>) => typedInputsOf(readFeedSettings(new EnvReader(env)));

test.each([
  ['no input of its own', { FEED: 'sim' }, []],
  ['exchanges asked directly', { FEED: 'ccxt' }, []],
  ['the provider at its own address', { FEED: 'http', HTTP_FEED_KEY: 'k' }, []],
  [
    'a relay, without what may be secret',
    { FEED: 'ccxt', CCXT_RELAY_URL: 'https://me:pw@relay.example/secret' },
    ['CCXT_RELAY_URL relay.example'],
  ],
  [
    'another provider',
    { FEED: 'http', HTTP_FEED_KEY: 'k', HTTP_FEED_URL: 'https://prices.example/v1' },
    ['HTTP_FEED_URL prices.example'],
  ],
  ['a named seed', { SIM_SEED: 'one' }, ['SIM_SEED, predictable']],
  ['a relay that is not in use', { FEED: 'sim', CCXT_RELAY_URL: 'https://relay.example' }, []],
])('%s', (_name, env, names) => {
  expect(inputsOf(env as Record<string, string>).map(({ name }) => name)).toEqual(names);
});

test('recordings that play as they were are called predictable', () => {
  const inputs = inputsOf({ FEED: 'replay', REPLAY_DIR: tmpdir(), REPLAY_ORDER: 'recorded' });
  expect(inputs.map(({ name }) => name)).toEqual([expect.stringMatching(/^REPLAY_DIR \S+, predictable$/)]);
});

test('recordings are named by their folder, and in the log by what they hold', () => {
  const env = { FEED: 'crypto:replay,forex:sim', REPLAY_DIR: tmpdir(), CCXT_RELAY_URL: 'https://r.example' };
  const name = `REPLAY_DIR ${tmpdir().split('/').at(-1)}`;
  const settings = readFeedSettings(new EnvReader(env));
  expect(typedNames(typedInputsOf(settings), 'replay')).toEqual([name]);
  expect(typedNames(typedInputsOf(settings), 'sim')).toEqual([]);
  expect(feedInputsOf(settings, new Map([['replay', 'abcd']]))).toEqual([
    { name: 'sim', types: ['forex', 'stocks', 'futures', 'etf', 'metals'], sources: [], inputs: [] },
    { name: 'replay', types: ['crypto'], sources: [], inputs: [`${name} abcd`] },
  ]);
});
