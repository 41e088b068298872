import type { Json } from '@glasshouse/server/kernel/types';
import { type Maker, type NewCommand, WRONG_AMOUNTS, WRONG_CODES } from './maker.ts';
import type { SimInstrument } from './scenario.ts';

const LOTS: readonly string[] = [
  '1',
  '1',
  '2',
  '3',
  '7',
  '0.5',
  '2.5',
  '10',
  '33.5',
  '1',
  '2',
  '1000',
  '0.25',
  '99999999',
];
const WRONG_PRICES: readonly string[] = ['0', '-1', '1e5', '0.00000000001', '99999999999999999999', 'NaN', '5.5.5', ''];
const LEVERAGES: readonly number[] = [1, 2, 3, 5, 10, 20, 50, 50, 100, 100, 100];

/**
 * What the house offers as a contract: sound, but different each time; now and then with one figure
 * that must be refused.
 */
export function contractOffer(maker: Maker, instrument: SimInstrument, unsound = 0): Json {
  const { random, scenario } = maker;
  const maxLeverage = random.pick([100, 100, 50, 20]);
  const other = random.pick(scenario.instruments);
  const conversion = { code: other.code, precision: other.precision, inverse: random.chance(0.5) };
  // A lot is worth some hundred units, whatever the price of the instrument is.
  const price = instrument.startPoints / 10 ** instrument.precision;
  // Odd sizes leave remainders of every division.
  const lotSize = Math.max(1e-8, 10 ** Math.round(Math.log10(500 / price)) * random.pick([1, 1.2345678])).toFixed(8);
  const offer = {
    code: instrument.code,
    precision: instrument.precision,
    asset: 'USDT',
    conversion: random.chance(0.75) ? null : conversion,
    lotSize,
    minLots: random.pick(['0.5', '1']),
    maxLots: random.pick(['5000', '100000', '100']),
    lotStep: random.pick(['0.5', '0.25', '0.5']),
    maxLeverage,
    feeRate: random.pick(['0', '0.0005', '0.00033333', '0.00299999']),
    financingRate: random.pick(['0', '0.0003', '0.01', '0.00012345']),
    tiers: [
      { floor: '0', maintenanceRate: random.pick(['0.005', '0.0033', '0.00000001']), maxLeverage },
      { floor: '5000', maintenanceRate: '0.0095', maxLeverage },
      { floor: '50000', maintenanceRate: '0.02', maxLeverage: 20 },
      { floor: '250000', maintenanceRate: '0.1', maxLeverage: 5 },
    ].slice(0, random.int(1, 4)),
    stopDistancePoints: random.pick([0, 1, 3]),
    stalenessMs: instrument.stalenessMs,
    exposureMax: random.pick(['100000000', '100000000', '5000000', '20000']),
    exposureTotalMax: random.pick(['800000000', '800000000', '6000000', '30000']),
    poolCover: random.pick(['0', '0.01', '0.01', '1']),
  };
  if (!random.chance(unsound)) return offer;
  const bad = random.pick<{ readonly [field: string]: Json }>([
    { lotSize: '0' },
    { maxLots: '0.1' },
    { minLots: '0.7' },
    { lotStep: 'x' },
    { feeRate: '0.003' },
    { feeRate: '-0.001' },
    { financingRate: '0.0100001' },
    { poolCover: '1.1' },
    { stopDistancePoints: -1 },
    { tiers: [] },
    { tiers: [{ floor: '0', maintenanceRate: '0.01', maxLeverage }, ...offer.tiers] },
    { tiers: [{ floor: '0', maintenanceRate: '0.5', maxLeverage }] },
    { maxLeverage: 1 },
  ]);
  return { ...offer, ...bad };
}

/**
 * Openings, closes, stops and cancels: sound, off the steps, unreasonable, of others, and of what
 * is over.
 */
export class ContractCommands {
  readonly #maker: Maker;

  constructor(maker: Maker) {
    this.#maker = maker;
  }

  next(): NewCommand {
    const maker = this.#maker;
    const order = maker.known('contracts.buy');
    if (order === undefined || maker.random.chance(0.5)) return this.#buy();
    // Mostly its owner; now and then somebody else, or the owner on the other book.
    const who = maker.random.chance(0.95)
      ? order
      : { userId: maker.random.int(1, maker.scenario.users), book: order.book };
    const id = maker.random.chance(0.03) ? maker.random.pick([0, 1, 999_999_999]) : order.id;
    const kind = maker.random.weighted<'close' | 'stops' | 'cancel'>([
      [4, 'close'],
      [3, 'stops'],
      [2, 'cancel'],
    ]);
    if (kind === 'cancel') return maker.of(who, 'contracts.cancel', { id });
    if (kind === 'stops')
      return maker.of(who, 'contracts.stops', { id, ...this.#stops(this.#instrumentOf(order.result.code)) });
    const { random } = maker;
    const part: { readonly [field: string]: Json } = random.chance(0.6)
      ? { lots: random.chance(0.1) ? random.pick(WRONG_AMOUNTS) : random.pick(LOTS) }
      : {};
    return maker.of(who, 'contracts.close', { id, ...part });
  }

  #buy(): NewCommand {
    const maker = this.#maker;
    const { random } = maker;
    const instrument = maker.instrument();
    if (maker.hoards()) {
      const side = random.pick(['buy', 'sell'] as const);
      const order = { code: instrument.code, side, type: 'limit', price: maker.priceFar(instrument, side) };
      return maker.caller('contracts.buy', { ...order, lots: '1', leverage: 20 }, { whale: true });
    }
    const wrong = random.chance(0.08) ? random.int(0, 3) : undefined;
    const isLimit = random.chance(0.5);
    const price = wrong === 2 ? random.pick(WRONG_PRICES) : maker.priceNear(instrument);
    const body: { readonly [field: string]: Json } = {
      code: wrong === 0 ? random.pick(WRONG_CODES) : instrument.code,
      side: random.pick(['buy', 'sell']),
      type: isLimit ? 'limit' : 'market',
      ...(isLimit || wrong === 2 ? { price } : {}),
      lots: wrong === 1 ? random.pick(WRONG_AMOUNTS) : random.pick(LOTS),
      leverage: wrong === 3 ? random.pick([101, 1_000]) : random.pick(LEVERAGES),
      ...(random.chance(0.5) ? this.#stops(instrument, false) : {}),
    };
    return maker.caller('contracts.buy', body, { whale: 0 < maker.scenario.whales && random.chance(0.2) });
  }

  /** Prices on both sides of the market, so that half of them make no sense. */
  #stops(instrument: SimInstrument, mayClear = true): { readonly [field: string]: Json } {
    const { random } = this.#maker;
    const one = (): Json => {
      if (mayClear && random.chance(0.15)) return null;
      return random.chance(0.05) ? random.pick(WRONG_PRICES) : this.#maker.priceNear(instrument, 0.006);
    };
    return {
      ...(random.chance(0.6) ? { stopLoss: one() } : {}),
      ...(random.chance(0.6) ? { takeProfit: one() } : {}),
    };
  }

  #instrumentOf(code: Json | undefined): SimInstrument {
    const { scenario } = this.#maker;
    return scenario.instruments.find((instrument) => instrument.code === code) ?? this.#maker.instrument();
  }
}
