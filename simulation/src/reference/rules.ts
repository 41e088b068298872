import { CODE } from './codes.ts';
import type { Prediction } from './prediction.ts';
import type { Product } from './product.ts';
import type { Entry } from './stored.ts';

/** By what the log says that it was decided: which version of the rules, and which figures. */
export class RulesModel implements Product {
  readonly types: Product['types'] = { 'rules.adopt': (entry) => this.#adopt(entry) };
  #editions = 0;
  #version = 1;
  #figures: Readonly<Record<string, unknown>> = {};

  /** `named`: what a command says itself, from before the log did. */
  versionOf(named: number | undefined): number {
    return Math.max(this.#version, named ?? 1);
  }

  /** As logged; `first` while the log says nothing of it. */
  figure<Value>(name: string, first: Value): Value {
    return (this.#figures[name] as Value | undefined) ?? first;
  }

  #adopt({ seq, at, body }: Entry): Prediction {
    const { version, figures } = body as { version: number; figures: Record<string, unknown> };
    this.#editions += 1;
    this.#version = version;
    this.#figures = figures;
    const row = { edition: this.#editions, version, figures, adopted_by: seq, adopted_at: at };
    return {
      code: CODE.done,
      result: { edition: this.#editions },
      rows: [{ table: 'rules_adopted', row }],
      counts: [`figures of edition ${Math.min(this.#editions, 3)}${2 < this.#editions ? ' or later' : ''}`],
    };
  }
}
