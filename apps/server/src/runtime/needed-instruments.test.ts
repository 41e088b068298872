import { expect, it } from 'vitest';
import { Networks } from '../chains/networks.ts';
import { instrumentsOnOffer } from '../market-data/feeds/on-offer.ts';
import { CORE_CODES } from '../market-data/instruments/catalogue/core.ts';
import { neededInstruments } from './needed-instruments.ts';

const needed = neededInstruments(new Networks());

it('names the markets of coins that can be deposited, of bank transfers and of tax reports', () => {
  expect(needed).toEqual(expect.arrayContaining(['BTCUSDT', 'TRXUSDT', 'POLUSDT', 'NZDUSD', 'EURUSD', 'USDTHB']));
});

it('adds nothing to the preset core: it has what the installation and its own crosses need', () => {
  const reasons = instrumentsOnOffer(new Set(CORE_CODES), { held: [], needed });
  expect([...reasons].filter(([, reason]) => reason !== 'named').map(([{ code }]) => code)).toEqual([]);
  expect(new Set([...reasons.keys()].map(({ type }) => type)).size).toBe(6);
  expect(reasons.size).toBe(new Set(CORE_CODES).size);
});
