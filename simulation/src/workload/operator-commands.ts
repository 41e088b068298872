import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, type KnownOrder, type NewCommand, RESIDENTS } from './command-factory.ts';
import { contractOffer } from './contract-commands.ts';
import { convertOffer } from './convert-commands.ts';
import { feeTierTable, offerOf } from './offers.ts';
import type { SimInstrument } from './scenario.ts';
import { spotOffer } from './spot-commands.ts';

type Fields = { readonly [field: string]: Json };

/** Three who may decide and pay, of whom only one is from compliance; one who may not. */
const OPERATORS = [
  { name: 'first', roles: ['owner'] },
  { name: 'second', roles: ['finance', 'compliance'] },
  { name: 'support', roles: ['support'] },
  { name: 'partner', roles: ['owner'] },
] as const;
const REASON = 'seen and checked';
const BASIC_PARTS = ['name', 'address', 'name'] as const;
const FULL_PARTS = ['idFront', 'idBack', 'idFront', 'name'] as const;
/** What a thing is cannot be changed; shorter periods than operators may sell are in these too. */
const FIXED: readonly string[] = [
  'code',
  'asset',
  'base',
  'quote',
  'precision',
  'conversion',
  'lotSize',
  'quantityStep',
  'maxLeverage',
];
const INVALID_SHARE = 0.15;
const MINUTE_MS = 60_000;
const YEAR_MS = 365 * 24 * 60 * MINUTE_MS;

/**
 * What operators do besides paying: identity checks, parameters, fee tiers, freezing, and deciding
 * over what others asked for, their own requests included.
 */
export class OperatorCommands {
  readonly #factory: CommandFactory;
  #submissions = 0;

  constructor(factory: CommandFactory) {
    this.#factory = factory;
  }

  opening(): NewCommand[] {
    const factory = this.#factory;
    return OPERATORS.map((operator) => factory.house('operator.add', { ...operator, roles: [...operator.roles] }));
  }

  next(): NewCommand {
    const make = this.#factory.random.weighted<() => NewCommand>([
      [6, () => this.#submit()],
      [6, () => this.#review()],
      [1.5, () => this.#takeBack()],
      [1, () => this.#provider()],
      [0.4, () => this.#expire()],
      [2, () => this.#parameter()],
      [5, () => this.#terms()],
      [1, () => this.#standing()],
      [7, () => this.decide() ?? this.#terms()],
    ]);
    return make();
  }

  operate(userId: number, type: string, body: Fields): NewCommand {
    return this.#send(userId, type, { ...body, by: this.#operator(), reason: REASON });
  }

  /** Somebody decides over a request, mostly an open one; nothing was asked yet: undefined. */
  decide(): NewCommand | undefined {
    const { random } = this.#factory;
    const request = this.#factory.knownBy('*', (_body, result) => result.state === 'waiting');
    if (request === undefined) return undefined;
    const body = {
      request: Number(request.result.request),
      verdict: random.chance(0.8) ? 'approve' : 'reject',
      ...this.#shownOf(request),
    };
    return this.operate(this.#ownerOf(request), 'request.decide', body);
  }

  /** Of a payout, what the database shows to the second person; mostly the truth. */
  #shownOf({ type, body }: KnownOrder): Fields {
    const { random } = this.#factory;
    const isPayout = /^withdrawals\.(?:review|failed|confirm)$/.test(type);
    if (!isPayout || random.chance(0.1)) return {};
    return { shown: random.chance(0.95) ? this.#factory.payeeDigest(Number((body as Fields).id)) : 'another digest' };
  }

  #send(userId: number, type: string, body: Fields): NewCommand {
    return { ...this.#factory.forUser({ userId, book: 'real' }, type, body), by: 'house' };
  }

  #person(): number {
    const { random, scenario } = this.#factory;
    return random.int(1, random.chance(0.9) ? Math.min(scenario.users, RESIDENTS) : scenario.users);
  }

  #ownerOf(found: KnownOrder): number {
    return this.#factory.random.chance(0.97) ? found.userId : this.#person();
  }

  /** Sometimes in the disguise of another session or device, which gives nobody a second voice. */
  #operator(): Fields {
    const { random } = this.#factory;
    const known = OPERATORS.map(({ name }) => this.#factory.knownBy('operator.add', (body) => body.name === name));
    const pick = random.weighted<number>([
      [10, 0],
      [8, 1],
      [1, 2],
      [3, 3],
    ]);
    const id = Number(known[pick]?.result.operator ?? 0);
    const sessionNumber = random.chance(0.1) ? 1 : 0;
    return {
      operator: id,
      session: id * 10 + sessionNumber,
      device: `device ${id}`,
      credential: `credential ${id}`,
      address: '10.0.0.1',
    };
  }

  #submit(): NewCommand {
    const { random } = this.#factory;
    const level = random.chance(0.6) ? 'basic' : 'full';
    this.#submissions += 1;
    const submission = `submission ${this.#submissions}`;
    return this.#send(this.#person(), 'kyc.submit', { level, submission, digest: 'ab' });
  }

  /** A case: the number of the entry that opened it. */
  #case(): { readonly found: KnownOrder; readonly id: number; readonly level: string } | undefined {
    const found = this.#factory.known('kyc.submit');
    if (found === undefined) return undefined;
    return { found, id: found.seq, level: String((found.body as Fields).level) };
  }

  #verdict(level: string): Fields {
    const { random } = this.#factory;
    if (random.chance(0.6)) {
      const isFaulty = random.chance(0.05);
      return { decision: 'verify', code: isFaulty ? 'glare' : null, refused: [] };
    }
    const parts = random.chance(0.9) && level === 'basic' ? BASIC_PARTS : FULL_PARTS;
    const count = random.int(0, 3);
    const refused = parts.slice(0, count).map((part) => ({ part, reason: 'unreadable' }));
    return { decision: 'refuse', code: random.chance(0.9) ? 'unreadable' : null, refused };
  }

  #review(): NewCommand {
    const found = this.#case();
    if (found === undefined) return this.#submit();
    const noteDigest = this.#factory.random.chance(0.2) ? 'ef' : null;
    const body = { case: found.id, ...this.#verdict(found.level), noteDigest };
    return this.operate(this.#ownerOf(found.found), 'kyc.review', body);
  }

  #takeBack(): NewCommand {
    const { random } = this.#factory;
    const found = this.#case();
    if (found === undefined) return this.#submit();
    const level = random.chance(0.95) ? found.level : 'full';
    const body = { case: found.id, level, code: 'mismatch', noteDigest: null };
    return this.operate(this.#ownerOf(found.found), 'kyc.withdraw', body);
  }

  #provider(): NewCommand {
    const { random } = this.#factory;
    const found = this.#case();
    if (found === undefined) return this.#submit();
    const owner = this.#ownerOf(found.found);
    const share = { case: found.id, provider: 'outside' };
    if (random.chance(0.4)) return this.#send(owner, 'kyc.share', share);
    const body = { ...share, ...this.#verdict(found.level), decides: random.chance(0.5) };
    return this.#send(owner, 'kyc.assess', body);
  }

  #expire(): NewCommand {
    const found = this.#case();
    if (found === undefined) return this.#submit();
    return this.#send(this.#ownerOf(found.found), 'kyc.expire', { case: found.id, level: found.level });
  }

  #parameter(): NewCommand {
    const { random } = this.#factory;
    const [key, value] = random.weighted<readonly [string, Json]>([
      [6, ['deposit.auto_credit_usdt', random.pick(['0', '120', '499.99999999', '500', '1234.56789012', '100000'])]],
      [
        4,
        [
          'deposit.bank',
          { holder: 'House', iban: 'DE89370400440532013000', currency: random.pick(['USD', 'EUR', 'EUR']) },
        ],
      ],
      [1, ['deposit.bank', random.pick<Json>([{}, { holder: 'House' }, { holder: 'House', iban: 'DE00' }])]],
      [2, ['deposit.confirmations', random.pick<Json>([{}, { ERC20: 300 }, { ERC20: 64 }, { ERC20: 1 }])]],
      [2, ['withdrawal.two_person_usdt', random.pick(['0', '499', '10000', '20000'])]],
      [2, ['kyc.review_hours', random.pick([0, 1, 48, 240, 241])]],
      [2, ['kyc.retention_days', random.pick([0, 0, 1, 1_825])]],
      [0.5, ['deposit.everything', '1']],
    ]);
    return this.operate(0, 'parameter.set', { key, value });
  }

  /** The fee tiers from now, from soon or from long ago on. */
  #terms(): NewCommand {
    const { random, scenario } = this.#factory;
    const scheduled = random.chance(0.15)
      ? this.#factory.knownBy('request.decide', (_body, result) => result.type === 'terms.change')
      : undefined;
    if (scheduled !== undefined) return this.operate(0, 'terms.cancel', { id: scheduled.seq });
    const { tiers } = feeTierTable(random) as { readonly tiers: Json };
    const lines = tiers as readonly Fields[];
    const fields = random.weighted<Fields>([
      [12, { tiers }],
      [0.5, {}],
      [0.5, { tiers, prices: '1' }],
      [0.3, { tiers: 'all' }],
      [0.3, { tiers: lines.map((line) => ({ ...line, bonus: '1' })) }],
      [0.3, { tiers: lines.map(({ fees30d, feeDiscount }) => ({ fees30d: fees30d!, feeDiscount: feeDiscount! })) }],
      [0.3, { tiers: lines.map((line) => ({ ...line, feeDiscount: '1' })) }],
      [0.3, { tiers: [...lines, ...lines] }],
    ]);
    const otherTerms = random.chance(0.6) ? this.#otherTerms() : undefined;
    const soon = scenario.startAt + random.int(0, 60) * MINUTE_MS;
    const effectiveFrom = random.pick<number | null>([null, soon, soon, soon + 2 * YEAR_MS]);
    const product = random.chance(0.97) ? 'feeTiers' : 'prices';
    if (random.chance(0.1)) {
      const changed = random.pick<Fields>([
        { days: 2 },
        { friendMax: '5' },
        { friendsMax: 3 },
        { days: 4_000 },
        { pays: true },
      ]);
      return this.operate(0, 'terms.change', { product: 'referrals', code: 'FRIENDS', fields: changed, effectiveFrom });
    }
    return this.operate(0, 'terms.change', {
      product,
      code: random.chance(0.97) ? 'VIP' : 'GOLD',
      fields,
      effectiveFrom,
      ...otherTerms,
    });
  }

  /** Some of what is offered on an instrument, as another offer has it. */
  #otherTerms(): Fields {
    const factory = this.#factory;
    const { random, scenario } = factory;
    const instrument = random.pick(scenario.instruments);
    const { code, base } = instrument;
    const [product, key, offer] = random.pick<() => readonly [string, string, Json]>([
      () => ['options', code, this.#optionTerms(instrument)],
      () => ['contracts', code, contractOffer(factory, instrument, INVALID_SHARE)],
      () => ['spot', code, spotOffer(factory, instrument, INVALID_SHARE)],
      () => {
        const asset = random.chance(0.8) ? base : 'USDT';
        return ['convert', asset, convertOffer(factory, asset, INVALID_SHARE)];
      },
    ])();
    const all = Object.entries(withoutGap(offer as Fields));
    const changeable = random.chance(0.9) ? all.filter(([name]) => !FIXED.includes(name)) : all;
    const count = random.chance(0.05) ? 0 : random.int(1, 3);
    const chosen = Array.from({ length: count }, () => random.pick(changeable));
    return { product, code: random.chance(0.97) ? key : 'NOPE', fields: Object.fromEntries(chosen) };
  }

  /** Mostly without the short periods, which only these worlds have. */
  #optionTerms(instrument: SimInstrument): Json {
    const { random } = this.#factory;
    const offer = offerOf(random, instrument);
    const periods = offer.periods as readonly Fields[];
    return random.chance(0.2) ? offer : { ...offer, periods: periods.filter(({ seconds }) => 30 <= Number(seconds)) };
  }

  #standing(): NewCommand {
    return this.operate(this.#person(), 'standing.set', {
      status: this.#factory.random.chance(0.3) ? 'frozen' : 'active',
    });
  }
}

/** The largest gap of an offer is history: nobody may send it with a change. */
function withoutGap({ closeRequirement, ...offer }: Fields): Fields {
  if (closeRequirement === undefined) return offer;
  const { largestGap, basis, ...changeable } = closeRequirement as Fields;
  return { ...offer, closeRequirement: changeable };
}
