/** Every derivation that a ticket shows gives the figure beside it. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { optionDerivations } from './derivations/options.ts';
import { type Derivation, evaluate } from './derivations.ts';
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

test('an input that does not follow from its own inputs gives nothing', () => {
  const part: Derivation = {
    terms: [
      { term: 'two', operator: '', value: '2' },
      { term: 'three', operator: '×', value: '3' },
    ],
    rounding: 'exact',
    decimals: 0,
    result: '6',
  };
  const evaluatePart = (value: string) =>
    evaluate({ terms: [{ term: 'part', operator: '', value, from: part }], rounding: 'exact', decimals: 0 });
  expect(evaluatePart('6')).toBe('6');
  expect(evaluatePart('7')).toBeUndefined();
});

test('halves are rounded as it says', () => {
  const half = (value: string, rounding: Derivation['rounding']) =>
    evaluate({ terms: [{ term: 'half', operator: '', value }], rounding, decimals: 0 });
  expect([half('2.5', 'even'), half('3.5', 'even'), half('-2.5', 'even')]).toEqual(['2', '4', '-2']);
  expect([half('2.5', 'half'), half('-2.5', 'half'), half('-2.5', 'zero')]).toEqual(['3', '-2', '-2']);
});

test('a derivation that cannot be followed gives nothing', () => {
  const evaluateTerms = (terms: Derivation['terms']) => evaluate({ terms, rounding: 'exact', decimals: 2 });
  expect(
    evaluateTerms([
      { term: 'one', operator: '', value: '1' },
      { term: 'three', operator: '÷', value: '3' },
    ]),
  ).toBeUndefined();
  expect(
    evaluateTerms([
      { term: 'one', operator: '', value: '1' },
      { term: 'nothing', operator: '÷', value: '0' },
    ]),
  ).toBeUndefined();
  expect(evaluateTerms([{ term: 'word', operator: '', value: 'x' }])).toBeUndefined();
});
