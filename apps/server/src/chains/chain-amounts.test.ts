import { type Amount, amountOf } from '@glasshouse/rules/money';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amountOfUnits, unitsOfAmount } from './chain-amounts.ts';
import { Networks } from './networks.ts';
import { paymentLink } from './payment-links.ts';

const decimals = fc.integer({ min: 0, max: 30 });
const units = fc.bigInt({ min: 0n, max: 2n ** 200n });

describe('units of a chain and amounts of the ledger', () => {
  it.each([
    [1n, 6, '0.000001', 0n],
    [1n, 8, '0.00000001', 0n],
    [1n, 18, '0', 1n],
    [12_345_678_901_234_567_890n, 18, '12.3456789', 1_234_567_890n],
    [0n, 18, '0', 0n],
  ])('%i units of 10^-%i are %s', (units, places, amount, dust) => {
    expect(amountOfUnits(units, places)).toEqual({ amount: amountOf(amount), dust });
  });

  it('loses nothing: what is counted, taken back to units, plus the dust is what came', () => {
    fc.assert(
      fc.property(units, decimals, (unitCount, places) => {
        const { amount, dust } = amountOfUnits(unitCount, places);
        const back = unitsOfAmount(amount, places);
        expect(back.rest).toBe(0n);
        expect(back.units + dust).toBe(unitCount);
        expect(0n <= dust && dust < 10n ** BigInt(Math.max(0, places - 8))).toBe(true);
      }),
    );
  });

  it('never sends more than the amount, and keeps the rest', () => {
    fc.assert(
      fc.property(units, decimals, (amount, places) => {
        const sent = unitsOfAmount(amount as Amount, places);
        expect(amountOfUnits(sent.units, places)).toEqual({ amount: amount - sent.rest, dust: 0n });
        expect(0n <= sent.rest && sent.rest < 10n ** BigInt(Math.max(0, 8 - places))).toBe(true);
      }),
    );
  });

  it('refuses what cannot be', () => {
    expect(() => amountOfUnits(-1n, 6)).toThrow(RangeError);
    expect(() => unitsOfAmount(-1n as Amount, 6)).toThrow(RangeError);
  });
});

describe('payment links', () => {
  const networks = new Networks();
  const address = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
  it.each([
    ['ERC20', 'ETH', address, undefined, `ethereum:${address}@1`],
    ['ARBITRUM', 'ETH', address, '0.5', `ethereum:${address}@42161?value=500000000000000000`],
    [
      'ERC20',
      'USDT',
      address,
      '120.5',
      `ethereum:0xdAC17F958D2ee523a2206206994597C13D831ec7@1/transfer?address=${address}&uint256=120500000`,
    ],
    [
      'BEP20',
      'USDT',
      address,
      '1',
      `ethereum:0x55d398326f99059fF775485246999027B3197955@56/transfer?address=${address}&uint256=1000000000000000000`,
    ],
    ['BTC', 'BTC', 'bc1q', '0.015', 'bitcoin:bc1q?amount=0.015'],
    ['BTC', 'BTC', 'bc1q', undefined, 'bitcoin:bc1q'],
    ['BTC', 'USDT', 'bc1q', undefined, undefined],
    ['TRC20', 'USDT', 'T', undefined, undefined],
  ])('%s %s', (network, asset, to, amount, link) => {
    const request = { asset, address: to, ...(amount === undefined ? {} : { amount: amountOf(amount) }) };
    expect(paymentLink(networks.networkOf(network)!, request)).toBe(link);
  });
});
