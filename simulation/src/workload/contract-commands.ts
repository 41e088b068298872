import type { Json } from '@glasshouse/server/kernel/core/types';
import type { ContractType } from '@glasshouse/server/products/contracts/rows';
import type { Random } from '../random.ts';
import { type CommandFactory, type NewCommand, textOfPoints, WRONG_AMOUNTS, WRONG_CODES } from './command-factory.ts';
import { leadOf } from './offers.ts';
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
/** Whatever there was: it fires until the change counts. */
const TAKEN_BACK = { stopLoss: null, takeProfit: null, trailing: null };
const WRONG_PRICES: readonly string[] = ['0', '-1', '1e5', '0.00000000001', '99999999999999999999', 'NaN', '5.5.5', ''];
const LEVERAGES: readonly number[] = [1, 2, 3, 5, 10, 20, 50, 50, 100, 100, 100];

/** Random valid contract terms; with probability `invalidShare` one figure must be refused. */
export function contractOffer(factory: CommandFactory, instrument: SimInstrument, invalidShare = 0): Json {
  const { random, scenario } = factory;
  const maxLeverage = random.pick([100, 100, 50, 20]);
  // Nothing converts itself: what is left of a price times itself is no market.
  const others = scenario.instruments.filter(({ code }) => code !== instrument.code);
  // Where rates leap, mostly by one that does.
  const leaping = random.chance(0.8) ? others.filter(({ leaps }) => leaps !== undefined) : [];
  const otherInstrument = 0 < others.length ? random.pick(0 < leaping.length ? leaping : others) : instrument;
  const converts = otherInstrument !== instrument && random.chance(scenario.focus === 'contracts' ? 0.85 : 0.6);
  const conversion = { code: otherInstrument.code, precision: otherInstrument.precision, inverse: random.chance(0.5) };
  // A lot is worth about 500 USDT at any price and any rate: at a rate of millions nobody could pay
  // for one, at one of a millionth nothing is won or lost, and no rate would ever end a position.
  const rate = converts ? rateAtStart(otherInstrument, conversion.inverse) : 1;
  const price = rate * startPrice(instrument);
  // Odd sizes leave a remainder in every division.
  const lotSize = Math.max(1e-8, 10 ** Math.round(Math.log10(500 / price)) * random.pick([1, 1.2345678])).toFixed(8);
  const offer = {
    code: instrument.code,
    precision: instrument.precision,
    asset: 'USDT',
    conversion: converts ? conversion : null,
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
    ...(random.chance(0.7) ? { personMax: random.pick(['10000000', '100000', '5000']) } : {}),
    ...(random.chance(0.7) ? { networkShare: random.pick(['0.00000001', '0.3', '1']) } : {}),
    ...(random.chance(0.7) ? { nearRate: random.pick(['0.01', '0.001', '0.00000001', '1']) } : {}),
    ...nextTickTerms(random, { converts, instrument }),
    ...closeTerms(random),
    profitMaxRate: random.pick(['0.002', '0.01', '0.1', '1']),
  };
  if (!random.chance(invalidShare)) return offer;
  const bad = random.pick<{ readonly [field: string]: Json }>([
    { lotSize: '0' },
    { maxLots: '0.1' },
    { minLots: '0.7' },
    { lotStep: 'x' },
    { feeRate: '0.003' },
    { feeRate: '-0.001' },
    { financingRate: '0.0100001' },
    { poolCover: '1.1' },
    { personMax: '0' },
    { networkShare: '0' },
    { networkShare: '1.1' },
    { nearRate: '1.1' },
    { slippageRate: '1' },
    { slippageRate: '0.01', leadMs: 5_001 },
    { beforeClose: { minutes: 0, maxLeverage: 1 } },
    { beforeClose: { minutes: 5, maxLeverage: 5 }, closeRequirement: { minutes: 6, rate: '0.1', largestGap: '0.1' } },
    { beforeClose: { minutes: 5, maxLeverage: 5 }, closeRequirement: { minutes: 5, rate: '0.1', largestGap: '0.11' } },
    { beforeClose: { minutes: 5, maxLeverage: 20 }, closeRequirement: { minutes: 5, rate: '0.05', largestGap: '0' } },
    { beforeClose: { minutes: 5, maxLeverage: 5 }, closeRequirement: { minutes: 5, rate: '0.1', largestGap: '0' } },
    {
      beforeClose: { minutes: 5, maxLeverage: 1 },
      closeRequirement: { minutes: 5, rate: '0.99999999', largestGap: '0', basis: 'mark' },
    },
    { conversion: null, convertsAt: 'close' },
    { profitMaxRate: '0' },
    { profitMaxRate: '9.1' },
    { stopDistancePoints: -1 },
    { tiers: [] },
    { tiers: [{ floor: '0', maintenanceRate: '0.01', maxLeverage }, ...offer.tiers] },
    { tiers: [{ floor: '0', maintenanceRate: '0.5', maxLeverage }] },
    { maxLeverage: 1 },
  ]);
  return { ...offer, ...bad };
}

const startPrice = ({ startPoints, precision }: SimInstrument): number => startPoints / 10 ** precision;

const rateAtStart = (instrument: SimInstrument, isInverse: boolean): number =>
  isInverse ? 1 / startPrice(instrument) : startPrice(instrument);

/** Filled by the next tick, and of those that are converted, most at the rate of their close. */
function nextTickTerms(
  random: Random,
  { converts, instrument }: { readonly converts: boolean; readonly instrument: SimInstrument },
): { readonly [field: string]: Json } {
  if (!random.chance(0.7)) return {};
  const slippageRate = random.pick(['0.01', '0.001', '0.00000001']);
  return { slippageRate, ...leadOf(instrument), ...(converts && random.chance(0.8) ? { convertsAt: 'close' } : {}) };
}

/** What is different shortly before a close. */
function closeTerms(random: Random): { readonly [field: string]: Json } {
  if (!random.chance(0.5)) return {};
  const minutes = random.int(1, 3);
  const [maxLeverage, rate] = random.pick([
    [1, '0.5'],
    [5, '0.12'],
    [20, '0.04'],
    [20, '0.00000001'],
  ] as const);
  const largestGap = random.pick(['0', '0.00000001']);
  return {
    beforeClose: { minutes, maxLeverage },
    closeRequirement: { minutes: random.int(1, minutes), rate, largestGap, basis: 'mark' },
  };
}

/**
 * Orders, closes, stops and cancels: valid, off step, unreasonable, on other users' or ended
 * orders.
 */
export class ContractCommands {
  readonly #factory: CommandFactory;

  constructor(factory: CommandFactory) {
    this.#factory = factory;
  }

  next(): NewCommand {
    const factory = this.#factory;
    const ahead = factory.random.chance(0.15) ? this.#takeBack() : undefined;
    if (ahead !== undefined) return ahead;
    const isReversal = factory.random.chance(0.15);
    const order = (isReversal ? factory.known('contracts.reverse') : undefined) ?? factory.known('contracts.buy');
    if (order === undefined || factory.random.chance(0.5)) return this.#buy();
    // Mostly the owner; sometimes somebody else.
    const who = factory.random.chance(0.95)
      ? order
      : { userId: factory.random.int(1, factory.scenario.users), book: order.book };
    const id = factory.random.chance(0.03) ? factory.random.pick([0, 1, 999_999_999]) : order.id;
    const kind = factory.random.weighted<'close' | 'stops' | 'cancel' | 'reverse'>([
      [4, 'close'],
      [2, 'reverse'],
      [3, 'stops'],
      [2, 'cancel'],
    ]);
    if (kind === 'reverse') return factory.forUser(who, 'contracts.reverse', { id });
    if (kind === 'cancel') return factory.forUser(who, 'contracts.cancel', { id });
    const { random } = factory;
    if (kind === 'stops')
      return factory.forUser(who, 'contracts.stops', { id, ...this.#stops(this.#instrumentOf(order.result.code)) });
    const part: { readonly [field: string]: Json } = random.chance(0.6)
      ? { lots: random.chance(0.1) ? random.pick(WRONG_AMOUNTS) : random.pick(LOTS) }
      : {};
    return factory.forUser(who, 'contracts.close', { id, ...part });
  }

  #buy(): NewCommand {
    const factory = this.#factory;
    const { random } = factory;
    const instrument = factory.instrument();
    if (factory.isHeavyUser()) {
      const side = random.pick(['buy', 'sell'] as const);
      const order = { code: instrument.code, side, type: 'limit', price: factory.priceFar(instrument, side) };
      return factory.caller('contracts.buy', { ...order, lots: '1', leverage: 20 }, { heavy: true });
    }
    const wrong = random.chance(0.08) ? random.int(0, 3) : undefined;
    const type = random.weightedKey<ContractType>({ market: 5, limit: 4, stop: 3, stopLimit: 3 });
    const isLimit = type === 'limit' || type === 'stopLimit';
    const isStop = type === 'stop' || type === 'stopLimit';
    const side = random.pick(['buy', 'sell'] as const);
    const price = wrong === 2 ? random.pick(WRONG_PRICES) : factory.priceNear(instrument, isStop ? 0.001 : 0.01);
    const stopPrice = random.chance(0.05) ? random.pick(WRONG_PRICES) : this.#ahead(instrument, side);
    const body: { readonly [field: string]: Json } = {
      code: wrong === 0 ? random.pick(WRONG_CODES) : instrument.code,
      side,
      type,
      ...(isLimit || wrong === 2 ? { price } : {}),
      ...(isStop || random.chance(0.01) ? { stopPrice } : {}),
      lots: wrong === 1 ? random.pick(WRONG_AMOUNTS) : random.pick(LOTS),
      leverage: wrong === 3 ? random.pick([101, 1_000]) : random.pick(LEVERAGES),
      ...(random.chance(0.5) ? this.#stops(instrument, false) : {}),
    };
    const partner = random.chance(0.25)
      ? factory.knownBy('contracts.buy', (_, { state, type }) => state === 'waiting' && type !== 'market')
      : undefined;
    if (partner !== undefined) {
      const who = random.chance(0.95) ? partner : { userId: random.int(1, factory.scenario.users), book: partner.book };
      const code = random.chance(0.95) ? (partner.result.code ?? instrument.code) : instrument.code;
      return factory.forUser(who, 'contracts.buy', { ...body, code, ocoWith: random.chance(0.03) ? 1 : partner.id });
    }
    return factory.caller('contracts.buy', body, { heavy: 0 < factory.scenario.heavyUsers && random.chance(0.2) });
  }

  /** Prices on both sides of the market, so that about half are unreasonable. */
  #stops(instrument: SimInstrument, mayClear = true): { readonly [field: string]: Json } {
    const { random } = this.#factory;
    const pickPrice = (): Json => {
      if (mayClear && random.chance(0.15)) return null;
      return random.chance(0.05) ? random.pick(WRONG_PRICES) : this.#factory.priceNear(instrument, 0.006);
    };
    return {
      ...(random.chance(0.6) ? { stopLoss: pickPrice() } : {}),
      ...(random.chance(0.6) ? { takeProfit: pickPrice() } : {}),
      ...(random.chance(0.4) ? { trailing: mayClear && random.chance(0.1) ? null : this.#trailing(instrument) } : {}),
      ...(random.chance(0.3) ? { targets: mayClear && random.chance(0.15) ? null : this.#targets(instrument) } : {}),
    };
  }

  /**
   * Where prices are known sooner elsewhere: a stop that the next ticks may meet, or its removal.
   */
  #takeBack(): NewCommand | undefined {
    const factory = this.#factory;
    const { random, scenario } = factory;
    const led = scenario.instruments.filter((instrument) => leadOf(instrument).leadMs !== undefined);
    if (led.length === 0) return undefined;
    const { code, precision } = random.pick(led);
    const order = factory.knownBy('contracts.buy', (body) => body.code === code && body.stopLoss !== undefined);
    if (order !== undefined && random.chance(0.6)) {
      return factory.forUser(order, 'contracts.stops', { id: order.id, ...TAKEN_BACK });
    }
    const side = random.pick(['buy', 'sell'] as const);
    const away = Math.max(4, Math.round(factory.midOf(code) * 0.0002));
    const stop = Math.max(1, factory.midOf(code) - (side === 'buy' ? away : -away));
    const body = { code, side, type: 'market', lots: '1', leverage: 5, stopLoss: textOfPoints(stop, precision) };
    return factory.caller('contracts.buy', body);
  }

  /** By price or by share, close enough to be met within a few ticks; some must be refused. */
  #trailing(instrument: SimInstrument): Json {
    const { random } = this.#factory;
    if (random.chance(0.05))
      return random.pick<Json>([{}, { rate: '0' }, { rate: '0.6' }, { rate: '0.1', distance: '1' }]);
    const mid = this.#factory.midOf(instrument.code);
    const points = Math.max(1, Math.round(mid * random.pick([0.0001, 0.0005, 0.002])));
    const distance = random.chance(0.05) ? random.pick(WRONG_PRICES) : textOfPoints(points, instrument.precision);
    return {
      ...(random.chance(0.5) ? { distance } : { rate: random.pick(['0.0003', '0.00111111', '0.01', '0.00000001']) }),
      ...(random.chance(0.3) ? { activation: this.#factory.priceNear(instrument, 0.003) } : {}),
    };
  }

  /** A price that the market has yet to reach, mostly: above it for a buyer. */
  #ahead(instrument: SimInstrument, side: 'buy' | 'sell'): string {
    const { random } = this.#factory;
    const mid = this.#factory.midOf(instrument.code);
    const away = random.int(random.chance(0.1) ? -2 : 1, Math.max(3, Math.floor(mid * 0.001)));
    return textOfPoints(Math.max(1, side === 'buy' ? mid + away : mid - away), instrument.precision);
  }

  /** Steps away from the price in one direction, mostly in order, and mostly of lots that fit. */
  #targets(instrument: SimInstrument): Json {
    const { random } = this.#factory;
    const mid = this.#factory.midOf(instrument.code);
    const sign = random.pick([1, -1]);
    const apart = Math.max(2, Math.floor(mid * 0.001));
    let points = mid;
    return Array.from({ length: random.int(1, random.chance(0.05) ? 6 : 3) }, () => {
      points += sign * random.int(random.chance(0.05) ? 0 : 1, apart);
      const lots = random.chance(0.05) ? random.pick(WRONG_AMOUNTS) : random.pick(['0.5', '0.5', '1', '2']);
      return { price: textOfPoints(Math.max(1, points), instrument.precision), lots };
    });
  }

  #instrumentOf(code: Json | undefined): SimInstrument {
    const { scenario } = this.#factory;
    return scenario.instruments.find((instrument) => instrument.code === code) ?? this.#factory.instrument();
  }
}
