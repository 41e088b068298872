/** Every derivation that a ticket shows gives the figure beside it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Derivation, evaluate, optionDerivations } from './derivations.ts';
import { type Amount, amountOf, type Rate, rateOf } from './money.ts';
import { quoteOption } from './options.ts';

const derive = (terms: { stake: Amount; payoutRate: Rate; feeRate: Rate }) =>
  optionDerivations({ ...terms, quote: quoteOption(terms) });
const shown = ({ terms }: Derivation) => terms.map(({ operator, value }) => `${operator}${value}`);

describe('the ticket of an option', () => {
  test('the house keeps 100 − ½ × 180 of 100 staked at 80 %', () => {
    const { houseEdge } = derive({ stake: amountOf('100'), payoutRate: rateOf('0.8'), feeRate: rateOf('0') });
    expect(shown(houseEdge)).toEqual(['100', '−90', '÷100']);
    expect(houseEdge.result).toBe('0.1');
    expect(evaluate(houseEdge)).toBe('0.1');
  });

  test('every figure is what its shown terms give, for every stake and rate', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 1n, max: 10n ** 18n }),
        fc.bigInt({ min: 0n, max: 10n ** 8n }),
        fc.bigInt({ min: 0n, max: 10n ** 8n }),
        (stake, payoutRate, feeRate) => {
          const all = derive({ stake: stake as Amount, payoutRate: payoutRate as Rate, feeRate: feeRate as Rate });
          for (const derivation of Object.values(all)) expect(evaluate(derivation)).toBe(derivation.result);
        },
      ),
    );
  });
});

test('a derivation that cannot be followed gives nothing', () => {
  const of = (terms: Derivation['terms']) => evaluate({ terms, rounding: 'exact', decimals: 2 });
  expect(
    of([
      { term: 'one', operator: '', value: '1' },
      { term: 'three', operator: '÷', value: '3' },
    ]),
  ).toBeUndefined();
  expect(
    of([
      { term: 'one', operator: '', value: '1' },
      { term: 'nothing', operator: '÷', value: '0' },
    ]),
  ).toBeUndefined();
  expect(of([{ term: 'word', operator: '', value: 'x' }])).toBeUndefined();
});
