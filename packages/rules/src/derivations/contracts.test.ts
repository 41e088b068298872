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
const maintenanceOf = (of: Drawn) => mulRateCeil(notionalOf(sizeOf(of), of.open), rateOf('0.005'));

test('the ticket: each figure, with and without a limit of the gain', () => {
  fc.assert(
    fc.property(drawn, (of) => {
      const size = sizeOf(of);
      const margin = marginOf(size, of.open, of.leverage);
      const derived = contractTicketDerivations({
        side: of.side,
        size,
        open: of.open,
        margin,
        maintenance: maintenanceOf(of),
        feeRate: of.feeRate,
        precision: PRECISION,
        leverage: of.leverage,
        financingRate: rateOf('0.0001'),
        mark: of.mark,
        maintenanceRate: rateOf('0.005'),
        deduction: ZERO,
        available: amountOf('1000'),
        profitMaxRate: of.capped ? rateOf('0.2') : undefined,
      });
      allFollow(derived);
      follows(derived.result(of.mark));
      expect(derived.margin.result).toBe(formatAmount(margin));
      expect(derived.openFee.result).toBe(formatAmount(contractFeeOf(size, of.open, of.feeRate)));
    }),
  );
});

const orderOf = (of: Drawn): OpenContract => ({
  side: of.side,
  precision: PRECISION,
  openLots: formatAmount(of.lots),
  lotSize: formatAmount(of.lotSize),
  quoteRate: formatRate(of.quoteRate),
  openPrice: formatPrice(of.open),
  feeRate: formatRate(of.feeRate),
  margin: formatAmount(marginOf(sizeOf(of), of.open, of.leverage)),
  maintenanceMargin: formatAmount(maintenanceOf(of)),
  realised: formatAmount(of.realised),
  openFee: '1.5',
  closeFeePaid: formatAmount(of.closed),
  financing: formatAmount(-of.nights as Amount),
  openCosts: formatAmount((of.nights + 150_000_000n) as Amount),
  profitMax: of.capped ? '7.25' : null,
});

test('a position: net result and share of the margin, level, liquidation and break-even', () => {
  fc.assert(
    fc.property(drawn, (of) => {
      const order = orderOf(of);
      allFollow(positionDerivations(order));
      follows(levelNowDerivation(order, formatPrice(of.mark)));
      const now = closeNowDerivations(order, formatPrice(of.mark));
      allFollow(now);
      const margin = amountOf(order.margin);
      const { net } = contractResult({
        realised: of.realised,
        costs: (amountOf('1.5') + of.closed + of.nights) as Amount,
        closing: {
          position: { side: of.side, size: sizeOf(of), open: of.open, margin, feeRate: of.feeRate },
          price: of.mark,
          profitMax: of.capped ? amountOf('7.25') : undefined,
        },
      });
      expect(now.net.result).toBe(formatAmount(net));
      // What the balances have seen of it so far, and what a close would still add, are all of it.
      const booked = of.realised - amountOf('1.5') - of.closed - of.nights;
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
