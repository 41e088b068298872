import { evaluate } from '@glasshouse/rules/derivations';
import { amountOf, priceOf, rateOf } from '@glasshouse/rules/money';
import { describe, expect, test } from 'vitest';
import { type ContractDraft, presetPrice, priceAtShare, priceContract, rewardRatio } from './figures.ts';
import { largestLots } from './largest-lots.ts';
import { readTerms } from './terms.ts';

/** The ticket shows what the core charges, and finds at each field what the core would refuse. */
const wire = {
  version: 1,
  asset: 'USDT',
  lotSize: '1',
  minLots: '0.01',
  maxLots: '100',
  lotStep: '0.01',
  maxLeverage: 50,
  feeRate: '0.0005',
  financingRate: '0.0001',
  financingAt: '21:00',
  beforeClose: null,
  profitMaxRate: '1',
  quoteRate: '1',
  stopDistancePoints: 100,
  tiers: [
    { floor: '0', maintenanceRate: '0.005', deduction: '0', maxLeverage: 50 },
    { floor: '100000', maintenanceRate: '0.01', deduction: '500', maxLeverage: 20 },
  ],
};
const terms = readTerms(wire, 2);
const market = { bid: '19999.00', ask: '20000.00', mid: '19999.50' };
const draft: ContractDraft = {
  side: 'buy',
  type: 'market',
  lots: '1',
  leverage: 50,
  limitPrice: '',
  stopPrice: '',
  ocoWith: '',
  stopLoss: '',
  takeProfit: '',
};
const price = (part: Partial<ContractDraft>, available: string | undefined = '1000') =>
  priceContract({ draft: { ...draft, ...part }, market, terms, available });

describe('figures of an order before it is placed', () => {
  test('a buyer opens at the ask, and everything is exact', () => {
    expect(price({}).figures).toMatchObject({
      openPrice: '20000',
      notional: '20000',
      margin: '400',
      openFee: '10',
      total: '410',
      maintenance: '100',
      financing: '2',
      balanceAfter: '590',
    });
  });

  test('what is shown as the reason of a figure gives that figure', () => {
    const names = ['notional', 'margin', 'openFee', 'closeFee', 'total', 'maintenance', 'liquidation'] as const;
    for (const part of [{}, { side: 'sell' }, { lots: '7', leverage: 20 }, { lots: '0.03' }] as const) {
      const figures = price({ ...part, takeProfit: '21000', stopLoss: '19700' }, '9000000').figures!;
      for (const name of [...names, 'breakEven', 'marginLevel', 'financing', 'profitMax', 'balanceAfter'] as const) {
        const why = figures.why[name];
        expect(why && evaluate(why), name).toBe(figures[name]);
      }
      expect(evaluate(figures.why.result(priceOf('19700')))).toBe(figures.atStop);
      expect(evaluate(figures.why.result(priceOf('21000')))).toBe(figures.atTarget);
      expect(evaluate(figures.why.worst)).toBe(`-${figures.total}`);
    }
  });

  test('a seller opens at the bid', () => {
    expect(price({ side: 'sell' }).figures?.openPrice).toBe('19999');
  });

  test('without a fee, one coin at 20,000 with 50× is liquidated at 19,700', () => {
    const free = readTerms({ ...wire, feeRate: '0' }, 2);
    const priced = priceContract({ draft, market: { ...market, mid: '20000' }, terms: free, available: undefined });
    expect(priced.figures?.liquidation).toBe('19700');
    expect(priced.figures?.breakEven).toBe('20000');
  });

  test('a waiting limit is priced at the limit, one already reached at the market price', () => {
    expect(price({ type: 'limit', limitPrice: '19000' }).figures?.openPrice).toBe('19000');
    expect(price({ type: 'limit', limitPrice: '21000' }).figures?.openPrice).toBe('20000');
  });

  test('a stop order is priced at its stop, a stop-limit order at its limit', () => {
    const stop = { stopPrice: '20100', stopLoss: '20000' } as const;
    expect(price({ ...stop, type: 'stop' })).toMatchObject({ figures: { openPrice: '20100' }, problems: {} });
    expect(price({ ...stop, type: 'stopLimit', limitPrice: '20150' }).figures?.openPrice).toBe('20150');
  });

  test.each([
    ['without a stop price', { type: 'stop' }, { stopPrice: 'priceEmpty' }],
    ['without its limit', { type: 'stopLimit', stopPrice: '20100' }, { price: 'priceEmpty' }],
    ['of a buyer at the ask', { type: 'stop', stopPrice: '20000' }, { stopPrice: 'stopPrice' }],
    ['of a seller above the bid', { type: 'stop', side: 'sell', stopPrice: '20000' }, { stopPrice: 'stopPrice' }],
  ] as const)('a stop order %s is found out', (_, part, problems) => {
    expect(price(part).problems).toEqual(problems);
  });

  test('the result at a stop counts both fees and never costs more than margin and opening fee', () => {
    // 200 lost, 9.9 to close, 10 to open.
    expect(price({ stopLoss: '19800' }).figures?.atStop).toBe('-219.9');
    expect(price({ stopLoss: '1' }).figures?.atStop).toBe('-410');
    // 1,000 gained, 10.5 to close, 10 to open.
    expect(price({ takeProfit: '21000' }).figures?.atTarget).toBe('979.5');
  });
});

test.each<[Partial<ContractDraft>, ReturnType<typeof price>['problems']]>([
  [{}, {}],
  [{ lots: '' }, { size: 'lotsEmpty' }],
  [{ lots: '0' }, { size: 'lotsEmpty' }],
  [{ lots: '0.001' }, { size: 'lotsRange' }],
  [{ lots: '100.01', leverage: 1 }, { size: 'lotsRange' }],
  [{ lots: '0.015' }, { size: 'lotsStep' }],
  [{ lots: '5', leverage: 21 }, { leverage: 'leverageTier' }],
  [{ type: 'limit', limitPrice: '' }, { price: 'priceEmpty' }],
  [{ type: 'limit', limitPrice: '0' }, { price: 'priceEmpty' }],
  [{ stopLoss: '19999' }, { stopLoss: 'stopLoss' }],
  [{ stopLoss: '19998.01' }, { stopLoss: 'stopLoss' }],
  [{ stopLoss: '19998' }, {}],
  [{ stopLoss: '19000' }, { stopLoss: 'stopLoss' }],
  [{ takeProfit: '19999.99' }, { takeProfit: 'takeProfit' }],
  [{ takeProfit: '20000' }, {}],
  [{ side: 'sell', stopLoss: '19990' }, { stopLoss: 'stopLoss' }],
  [{ lots: '3', leverage: 20 }, { size: 'notEnough' }],
  [
    { lots: '0.015', stopLoss: '19999' },
    { size: 'lotsStep', stopLoss: 'stopLoss' },
  ],
])('%o has the problems %o', (part, problems) => {
  expect(price(part).problems).toEqual(problems);
});

test('where the spread alone would liquidate, the leverage is too high', () => {
  const wide = { bid: '19000', ask: '20000', mid: '19500' };
  expect(priceContract({ draft, market: wide, terms, available: undefined }).problems).toEqual({
    leverage: 'leverageSpread',
  });
});

test('without the rate of the quote asset, or without a price, nothing can be opened', () => {
  const unknown = readTerms({ ...wire, quoteRate: null }, 2);
  expect(priceContract({ draft, market, terms: unknown, available: '1000' }).problems).toEqual({
    market: 'noRate',
  });
  const nothing = { bid: undefined, ask: undefined, mid: undefined };
  expect(priceContract({ draft, market: nothing, terms, available: '1000' }).problems).toEqual({
    market: 'noPrice',
  });
});

test('the maximum is affordable and inside the tier, to the exact step', () => {
  const most = (part: Partial<ContractDraft>, available: string | undefined) =>
    largestLots({ draft: { ...draft, ...part }, market, terms, available });
  expect(most({ type: 'limit', limitPrice: '19999' }, '409.9795')).toBe('1');
  expect(most({ type: 'limit', limitPrice: '19999' }, '409.97949999')).toBe('0.99');
  // A market order keeps a thousandth as headroom.
  expect(most({}, '410.41')).toBe('1');
  expect(most({}, '410.40999999')).toBe('0.99');
  // The second tier begins at 100,000, which is five coins, and allows 20×.
  expect(most({}, undefined)).toBe('4.99');
  expect(most({ leverage: 20 }, undefined)).toBe('100');
  expect(most({}, '0')).toBe('0');
});

test('a preset is the price at which the result after all costs is that share of the margin, or better', () => {
  const netAt = (side: ContractDraft['side'], percent: number): string => {
    const at = presetPrice({ draft: { ...draft, side }, market, terms, percent }) ?? '';
    const { figures } = price({ side, ...(percent < 0 ? { stopLoss: at } : { takeProfit: at }) });
    return (percent < 0 ? figures?.atStop : figures?.atTarget) ?? '';
  };
  // Before the fees the price would be 19,800, and 219.9 lost of a margin of 400.
  expect(presetPrice({ draft, market, terms, percent: -50 })).toBe('19819.91');
  // 400 of margin, and a point is a cent.
  for (const [side, percent, expected] of [
    ['buy', -50, '-200'],
    ['buy', 100, '400'],
    ['sell', -50, '-199.99'],
    ['sell', 25, '99.995'],
  ] as const) {
    const beyond = amountOf(netAt(side, percent)) - amountOf(expected);
    expect(0n <= beyond && beyond < amountOf('0.0101'), `${side} ${percent}: ${netAt(side, percent)}`).toBe(true);
  }
});

test('a stop that its fees alone would pass has no preset', () => {
  // Both fees are 0.1 % of the notional: at 50×, five per cent of the margin.
  expect(presetPrice({ draft, market, terms, percent: -5 })).toBeUndefined();
  expect(presetPrice({ draft, market, terms, percent: -6 })).toBe('19996');
  expect(presetPrice({ draft: { ...draft, side: 'sell' }, market, terms, percent: -5 })).toBeUndefined();
});

test('risk and reward are compared after all costs', () => {
  // 200 up and 200 down; with the fees 219.9 is risked for 179.9.
  const { figures } = price({ stopLoss: '19800', takeProfit: '20200' });
  expect(figures && rewardRatio(figures)).toBe('0.8');
  expect(rewardRatio({ atStop: '-10', atTarget: '-1' })).toBe('0');
  expect(rewardRatio({ atStop: '1', atTarget: '10' })).toBeUndefined();
  expect(rewardRatio({ atStop: undefined, atTarget: '10' })).toBeUndefined();
});

test('the most that a position can gain is told after both fees', () => {
  const capped = readTerms({ ...wire, profitMaxRate: '0.05' }, 2);
  // 1,000 at 21,000; 10 to open, 10.5 to close.
  expect(priceContract({ draft, market, terms: capped, available: undefined }).figures?.profitMax).toBe('979.5');
});

test('a share of the margin that would need a price below 0 has none', () => {
  const position = {
    side: 'buy' as const,
    size: { lots: amountOf('1'), lotSize: amountOf('1'), quoteRate: rateOf('1') },
    open: priceOf('100'),
    margin: amountOf('100'),
    maintenance: amountOf('1'),
    feeRate: rateOf('0'),
    paid: amountOf('0'),
  };
  expect(priceAtShare(position, -100, priceOf('0.01'))).toBeUndefined();
});
