import { evaluate } from '@glasshouse/rules/derivations';
import { expect, test } from 'vitest';
import { readablePrices } from '../ticket/readable-prices.ts';
import { plainAmount, priceConversion } from './figures.ts';

test.each([
  ['', '10', { size: 'empty' }],
  ['0.0', '10', { size: 'empty' }],
  ['10.01', '10', { size: 'notEnough' }],
  ['10', '10', {}],
  ['99', undefined, {}],
])('an amount of "%s" with %s available has the problems %o', (amount, available, problems) => {
  const draft = { from: 'USDT', to: 'BTC', amount, pricing: 'firm' } as const;
  expect(priceConversion({ draft, available, quote: undefined })).toEqual({ problems, figures: undefined });
});

test('an amount is sent in its shortest text', () => {
  expect(plainAmount('1.50')).toBe('1.5');
  expect(plainAmount('2')).toBe('2');
});

test('prices are quoted per unit of the more valuable coin', () => {
  const at = '2026-11-21T10:00:00.000Z';
  const ticks = [{ code: 'BTCUSDT', tick: { seq: 7, price: '104951.74', bid: '104950', ask: '104953.48', at } }];
  const bought = { from: 'USDT', to: 'BTC', price: '0.000009518573605', reference: '0.00000952818886', ticks };
  expect(readablePrices(bought)).toEqual({
    of: 'BTC',
    in: 'USDT',
    price: '105057.75',
    reference: '104951.74',
  });
  expect(readablePrices({ from: 'BTC', to: 'USDT', price: '104846.7482', reference: '104951.74', ticks })).toEqual({
    of: 'BTC',
    in: 'USDT',
    price: '104846.74',
    reference: '104951.74',
  });
});

test('a quote is explained by its ticks, at the margin of its pricing', () => {
  const tick = { seq: 7, price: '100000', bid: '99990', ask: '100010', at: '2026-11-21T10:00:00.000Z' };
  const quote = {
    quoteId: 'q-1',
    from: 'BTC',
    to: 'USDT',
    amount: '1',
    receive: '99790.02',
    marginRate: '0.002',
    reference: '100000',
    price: '99790.02',
    spreadRate: '0.0021',
    bandRate: '0.00075',
    priceAt: tick.at,
    quotedAt: tick.at,
    expiresAt: tick.at,
    ticks: [{ code: 'BTCUSDT', tick }],
    next: { receive: '99890.01', least: '99790.11999', marginRate: '0.001', slippageRate: '0.001' },
  };
  const figuresAt = (pricing: 'firm' | 'next') =>
    priceConversion({ draft: { from: 'BTC', to: 'USDT', amount: '1', pricing }, available: '2', quote }).figures;
  const results = (pricing: 'firm' | 'next') => {
    const why = figuresAt(pricing)?.why;
    return [why?.received, why?.price, why?.reference, why?.spread].map(
      (derivation) => derivation && evaluate(derivation),
    );
  };
  expect(results('firm')).toEqual(['99790.02', '99790.02', '100000', '209.98']);
  expect(results('next')).toEqual(['99890.01', '99890.01', '100000', '109.99']);
  expect(evaluate(figuresAt('next')?.why.least ?? { terms: [], rounding: 'exact', decimals: 0 })).toBe('99790.11999');
});
