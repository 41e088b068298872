import { CODE } from './codes.ts';
import type { Prediction } from './prediction.ts';
import type { Product } from './product.ts';
import type { Entry } from './stored.ts';

/**
 * What the core says about commands that it could not carry out. No trigger of the simulation
 * fails, so nothing is ever held; a command that the store refuses leaves a line and no effect.
 */
export class GuardModel implements Product {
  readonly types: Product['types'] = { 'core.refused': (entry) => this.#refused(entry) };

  #refused({ user }: Entry): Prediction {
    return { code: user === 0 ? CODE.done : CODE.bug, result: null, counts: ['a row refused'] };
  }
}
