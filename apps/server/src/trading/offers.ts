import { sameJson } from '../kernel/core/canonical-json.ts';
import type { Command, CommandInput, CoreState, Json, Outcome, Refusal, TableSpec } from '../kernel/core/types.ts';

type JsonObject = { readonly [key: string]: Json };

/**
 * How one product offers its things (instruments, pairs, assets): what differs from product to
 * product.
 */
export interface OfferRules<Offer extends JsonObject, Terms extends JsonObject & { readonly version: number }> {
  /** The command that puts an offer in force. */
  readonly type: string;
  /** Where terms are kept; the first column of its key is the name of the thing. */
  readonly table: TableSpec;
  keyOf(offer: Offer): string;
  inForce(state: CoreState, key: string): Terms | undefined;
  /** The offer as the given version of its terms, or why it makes no sense. */
  accept(offer: Offer, version: number, state: CoreState): Terms | Refusal;
  /**
   * Terms without the version and whatever `accept` derived: what an offer must equal to change
   * nothing.
   */
  offerOf(terms: Terms): Offer;
}

/**
 * Offers of one product. Defining one makes the next version of its terms; orders freeze the
 * version they were placed under.
 */
export class Offers<Offer extends JsonObject, Terms extends JsonObject & { readonly version: number }> {
  readonly #rules: OfferRules<Offer, Terms>;

  constructor(rules: OfferRules<Offer, Terms>) {
    this.#rules = rules;
  }

  /** Handler of the defining command. */
  readonly define = (state: CoreState, { body: offer }: Command<Offer, null>): Outcome => {
    const { table, keyOf, accept } = this.#rules;
    const version = this.#nextVersion(state, offer);
    const terms = accept(offer, version, state);
    if (isRefusal(terms)) return terms;
    const row = { [table.key[0] as string]: keyOf(offer), version, terms };
    return { ok: true, result: { version }, postings: [], rows: [{ table: table.table, row }], events: [] };
  };

  /** Commands for those of the offers that are not in force as they are. */
  seed(state: CoreState, offers: readonly Offer[]): CommandInput[] {
    const { type, keyOf } = this.#rules;
    return offers
      .filter((offer) => this.isChanged(state, offer))
      .map((offer) => {
        const id = `${type}:${keyOf(offer)}:${this.#nextVersion(state, offer)}`;
        return { id, userId: 0, book: 'demo', type, body: offer };
      });
  }

  get type(): string {
    return this.#rules.type;
  }

  /** What is in force, as an offer. */
  current(state: CoreState, key: string): { readonly offer: Offer; readonly version: number } | undefined {
    const terms = this.#rules.inForce(state, key);
    return terms === undefined ? undefined : { offer: this.#rules.offerOf(terms), version: terms.version };
  }

  /** Why the offer could not be put in force; undefined when it can. */
  problemOf(state: CoreState, offer: Offer): Refusal | undefined {
    const terms = this.#rules.accept(offer, this.#nextVersion(state, offer), state);
    return isRefusal(terms) ? terms : undefined;
  }

  isChanged(state: CoreState, offer: Offer): boolean {
    const current = this.#rules.inForce(state, this.#rules.keyOf(offer));
    return current === undefined || !sameJson(this.#rules.offerOf(current), offer);
  }

  #nextVersion(state: CoreState, offer: Offer): number {
    return (this.#rules.inForce(state, this.#rules.keyOf(offer))?.version ?? 0) + 1;
  }
}

const isRefusal = (terms: JsonObject | Refusal): terms is Refusal => terms.ok === false;
