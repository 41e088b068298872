/** Every figure of a contract, before and while it is open, follows from what is shown with it. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { contractFeeOf, marginOf, notionalOf, type Side } from '../contracts.ts';
import {
  type Amount,
  amountOf,
  formatAmount,
  formatPrice,
  formatRate,
  mulRateCeil,
  type Price,
  priceOf,
  priceOfPoints,
  type Rate,
  rateOf,
  ZERO,
} from '../money.ts';
import { contractResult } from '../results.ts';
import { allFollow, follows } from '../testing/follows.ts';
import {
  closeNowDerivations,
  contractTicketDerivations,
  levelNowDerivation,
  type OpenContract,
  positionDerivations,
} from './contracts.ts';

const PRECISION = 2;
const side = fc.constantFrom<Side>('buy', 'sell');
const lots = fc.bigInt({ min: 1n, max: 10n ** 12n }).map((units) => units as Amount);
const price = fc.integer({ min: 10, max: 10 ** 8 }).map((points) => priceOfPoints(points, PRECISION));
const rate = fc.bigInt({ min: 0n, max: 10n ** 6n }).map((units) => units as Rate);
const small = fc.bigInt({ min: 0n, max: 10n ** 12n }).map((units) => units as Amount);
const leverage = fc.integer({ min: 1, max: 200 });

const drawn = fc.record({
  side,
  lots,
  lotSize: lots,
  open: price,
  mark: price,
  feeRate: rate,
  leverage,
  quoteRate: fc.constantFrom(rateOf('1'), rateOf('0.00671234')),
  realised: small,
  nights: small,
  closed: small,
  capped: fc.boolean(),
});
type Drawn = typeof drawn extends fc.Arbitrary<infer Value> ? Value : never;

const sizeOf = ({ lots: count, lotSize, quoteRate }: Drawn) => ({ lots: count, lotSize, quoteRate });
const maintenanceOf = (contract: Drawn) => mulRateCeil(notionalOf(sizeOf(contract), contract.open), rateOf('0.005'));

test('the ticket: each figure, with and without a limit of the gain', () => {
  fc.assert(
    fc.property(drawn, (contract) => {
      const size = sizeOf(contract);
      const margin = marginOf(size, contract.open, contract.leverage);
      const derived = contractTicketDerivations({
        side: contract.side,
        size,
        open: contract.open,
        margin,
        maintenance: maintenanceOf(contract),
        feeRate: contract.feeRate,
        precision: PRECISION,
        leverage: contract.leverage,
        financingRate: rateOf('0.0001'),
        mark: contract.mark,
        maintenanceRate: rateOf('0.005'),
        deduction: ZERO,
        available: amountOf('1000'),
        profitMaxRate: contract.capped ? rateOf('0.2') : undefined,
      });
      allFollow(derived);
      follows(derived.result(contract.mark));
      expect(derived.margin.result).toBe(formatAmount(margin));
      expect(derived.openFee.result).toBe(formatAmount(contractFeeOf(size, contract.open, contract.feeRate)));
    }),
  );
});

const orderOf = (contract: Drawn): OpenContract => ({
  side: contract.side,
  precision: PRECISION,
  openLots: formatAmount(contract.lots),
  lotSize: formatAmount(contract.lotSize),
  quoteRate: formatRate(contract.quoteRate),
  openPrice: formatPrice(contract.open),
  feeRate: formatRate(contract.feeRate),
  margin: formatAmount(marginOf(sizeOf(contract), contract.open, contract.leverage)),
  maintenanceMargin: formatAmount(maintenanceOf(contract)),
  realised: formatAmount(contract.realised),
  openFee: '1.5',
  closeFeePaid: formatAmount(contract.closed),
  financing: formatAmount(-contract.nights as Amount),
  openCosts: formatAmount((contract.nights + 150_000_000n) as Amount),
  profitMax: contract.capped ? '7.25' : null,
});

test('a position: net result and share of the margin, level, liquidation and break-even', () => {
  fc.assert(
    fc.property(drawn, (contract) => {
      const order = orderOf(contract);
      allFollow(positionDerivations(order));
      follows(levelNowDerivation(order, formatPrice(contract.mark)));
      const now = closeNowDerivations(order, formatPrice(contract.mark));
      allFollow(now);
      const margin = amountOf(order.margin);
      const { net } = contractResult({
        realised: contract.realised,
        costs: (amountOf('1.5') + contract.closed + contract.nights) as Amount,
        closing: {
          position: {
            side: contract.side,
            size: sizeOf(contract),
            open: contract.open,
            margin,
            feeRate: contract.feeRate,
          },
          price: contract.mark,
          profitMax: contract.capped ? amountOf('7.25') : undefined,
        },
      });
      expect(now.net.result).toBe(formatAmount(net));
      // What the balances have seen of it so far, and what a close would still add, are all of it.
      const booked = contract.realised - amountOf('1.5') - contract.closed - contract.nights;
      expect(amountOf(now.adds.result) + booked).toBe(net);
    }),
  );
});

test('one bitcoin bought at 20,000 with 50×: the gain, and every cost by itself', () => {
  const order: OpenContract = {
    side: 'buy',
    precision: 2,
    openLots: '1',
    lotSize: '1',
    quoteRate: '1',
    openPrice: '20000',
    margin: '400',
    maintenanceMargin: '100',
    feeRate: '0.0005',
    realised: '0',
    openFee: '10',
    closeFeePaid: '0',
    financing: '-2',
    openCosts: '12',
    profitMax: null,
  };
  const { net, adds, share } = closeNowDerivations(order, '20100');
  expect(net.terms.map(({ term, operator, value }) => `${operator}${term} ${value}`)).toEqual([
    'pnl 100',
    '−openFee 10',
    '−nights 2',
    '−closeFee 10.05',
  ]);
  expect([net.result, adds.result, share?.result]).toEqual(['77.95', '89.95', '0.194875']);
  expect(levelNowDerivation(order, '20000')?.result).toBe('3.9');
  // Without what depends on the difference: the loss ends at the margin, and no fee is left to pay.
  expect(closeNowDerivations(order, '19000').net.terms[0]).toMatchObject({ term: 'lossMax', value: '-400' });
  expect(priceOf(positionDerivations(order).liquidation?.result ?? '0') < (priceOf('20000') as Price)).toBe(true);
});
