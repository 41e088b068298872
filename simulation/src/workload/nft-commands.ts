import type { Json } from '@glasshouse/server/kernel/core/types';
import { type CommandFactory, type KnownOrder, type NewCommand, RESIDENTS, WRONG_AMOUNTS } from './command-factory.ts';
import type { OperatorCommands } from './operator-commands.ts';

type Fields = { readonly [field: string]: Json };

const PICTURES = ['picture-of-a-work-1', 'picture-of-a-work-2'];
const QUANTITIES = [1, 1, 1, 2, 3, 10, 100];
const WRONG_QUANTITIES = [0, -1, 1.5, 101, 1e21];

/**
 * Charities and their works: small supplies that many want, works that come and go, operators who
 * change what was promised, and payouts of more than there is.
 */
export class NftCommands {
  readonly #factory: CommandFactory;
  readonly #operators: OperatorCommands;

  constructor(factory: CommandFactory, operators: OperatorCommands) {
    this.#factory = factory;
    this.#operators = operators;
  }

  /** Some worlds begin with a sample, as sandboxes do. */
  opening(): NewCommand[] {
    const { random } = this.#factory;
    if (random.chance(0.5)) return [];
    const sample = (body: Json): NewCommand => this.#factory.house('nfts.sample', body, 'real');
    return [
      sample({ charity: this.#charityFields(), work: null }),
      ...PICTURES.map((image) => sample({ charity: null, work: this.#workFields(image) })),
    ];
  }

  next(): NewCommand {
    const { random } = this.#factory;
    const make = random.weighted<() => NewCommand>([
      [14, () => this.#buy()],
      [2, () => this.#charity()],
      [4, () => this.#work()],
      [6, () => this.#sale()],
      [4, () => this.#pay()],
      [0.4, () => this.#factory.house('nfts.sample', { charity: this.#charityFields(), work: null }, 'real')],
      [4, () => this.#operators.decide() ?? this.#pay()],
      [2, () => this.#certify()],
    ]);
    return make();
  }

  #texts(what: string): Fields {
    const { random } = this.#factory;
    const written = (language: string): Fields => ({
      name: `${what} ${random.int(1, 3)}`,
      text: `${what} (${language})`,
    });
    return { en: written('en'), ...(random.chance(0.4) ? { de: written('de') } : {}) };
  }

  #charityFields(): Fields {
    const { random } = this.#factory;
    const language = random.chance(0.95) ? 'en' : random.pick(['de', 'ko']);
    const registration = random.chance(0.5) ? `VR ${random.int(1, 2)}` : null;
    return { language, texts: this.#texts('charity'), registration, website: null };
  }

  #workFields(image: string): Fields {
    const { random } = this.#factory;
    return {
      language: random.chance(0.95) ? 'en' : 'de',
      texts: this.#texts('work'),
      image,
      imageSha256: `of ${image}`,
      price: random.chance(0.1)
        ? random.pick(WRONG_AMOUNTS)
        : random.pick(['1', '12.5', '0.00000001', '500.12345678', '1000000', '1000000.1']),
      supply: random.chance(0.05) ? random.pick([0, -1, 1.5, 1_000_001]) : random.pick([1, 3, 10, 1_000_000]),
    };
  }

  #charity(): NewCommand {
    const known = this.#made('nfts.charity');
    const id = known !== undefined && this.#factory.random.chance(0.5) ? known.seq : null;
    return this.#operators.operate(0, 'nfts.charity', { id, ...this.#charityFields() });
  }

  /** New ones, and changes of old ones, mostly with what was there before. */
  #work(): NewCommand {
    const { random } = this.#factory;
    const known = random.chance(0.4) ? this.#listing() : undefined;
    const image = random.pick(PICTURES);
    if (known !== undefined) {
      const { by, reason, ...before } = known.body as Fields;
      void [by, reason];
      const isSample = known.type === 'nfts.sample';
      const old = isSample ? { ...(before.work as Fields), charity: Number(before.charity ?? 1) } : before;
      const changed = random.chance(0.5)
        ? { texts: this.#texts('work') }
        : random.chance(0.5)
          ? this.#workFields(image)
          : {};
      return this.#operators.operate(0, 'nfts.listing', { ...old, ...changed, id: known.seq });
    }
    const charity = random.chance(0.95)
      ? (this.#made('nfts.charity')?.seq ?? this.#made('nfts.sample')?.seq ?? 1)
      : 999_999;
    return this.#operators.operate(0, 'nfts.listing', { id: null, charity, ...this.#workFields(image) });
  }

  #sale(): NewCommand {
    const { random } = this.#factory;
    const found = this.#listing();
    if (found === undefined) return this.#work();
    const to = random.weighted<string>([
      [10, 'onSale'],
      [3, 'offSale'],
      [0.7, 'ended'],
    ]);
    return this.#operators.operate(0, 'nfts.sale', { id: found.seq, to });
  }

  #buy(): NewCommand {
    const factory = this.#factory;
    const { random, scenario } = factory;
    const found = this.#listing();
    if (found === undefined && random.chance(0.9)) return this.#work();
    const userId = random.int(1, random.chance(0.9) ? Math.min(scenario.users, RESIDENTS) : scenario.users);
    const quantity = random.chance(0.05) ? random.pick(WRONG_QUANTITIES) : random.pick(QUANTITIES);
    const book = random.chance(0.95) ? 'real' : 'demo';
    return factory.forUser({ userId, book }, 'nfts.buy', { id: found?.seq ?? 999_999, quantity });
  }

  /** As the server does for a certificate that is shared: mostly of a serial that was sold. */
  #certify(): NewCommand {
    const { random } = this.#factory;
    const bought = this.#made('nfts.buy');
    if (bought === undefined) return this.#buy();
    const listing = Number((bought.body as Fields).id);
    const serial = random.pick([1, 1, 2, 3, 0, 1.5, 999_999]);
    const shown = 'ab'.repeat(32);
    return this.#factory.house('nfts.certify', { purchase: bought.seq, listing, serial, shown }, 'real');
  }

  #pay(): NewCommand {
    const { random } = this.#factory;
    const charity = random.chance(0.95) ? (this.#made('nfts.charity') ?? this.#made('nfts.sample'))?.seq : 999_999;
    if (charity === undefined) return this.#charity();
    return this.#operators.operate(0, 'nfts.pay', {
      charity,
      amount: random.chance(0.1) ? random.pick(WRONG_AMOUNTS) : random.pick(['1', '12.5', '0.00000001', '25', '5000']),
      reference: random.chance(0.95) ? ` SEPA ${random.int(1, 99)} ` : ' ',
      paidOn: '2026-11-23',
      proof: random.chance(0.95) ? 'proof-of-a-payment' : '',
      proofSha256: 'of a proof',
    });
  }

  #made(type: string): KnownOrder | undefined {
    return this.#factory.known(type);
  }

  #listing(): KnownOrder | undefined {
    const isWork = (body: Fields): boolean => body.work !== null && body.charity === null;
    return this.#factory.random.chance(0.8)
      ? (this.#made('nfts.listing') ?? this.#factory.knownBy('nfts.sample', isWork))
      : (this.#factory.knownBy('nfts.sample', isWork) ?? this.#made('nfts.listing'));
  }
}
