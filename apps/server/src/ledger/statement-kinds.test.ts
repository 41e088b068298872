import { LANGUAGES } from '@glasshouse/api/constants';
import { translatorFor } from '@glasshouse/i18n/server';
import { meaningOf, reasonsOf, STATEMENT_KINDS, type StatementKind } from '@glasshouse/rules/statement-kinds';
import { expect, test } from 'vitest';

const KINDS = Object.keys(STATEMENT_KINDS) as StatementKind[];

test('a reason has one meaning, and an unknown one has none', () => {
  expect(meaningOf('options.win')).toBe('result');
  expect(meaningOf('options.unheard')).toBeUndefined();
  expect(reasonsOf('contracts', ['fee', 'financing'])).toEqual(['contracts.fee', 'contracts.financing']);
});

test.each(LANGUAGES)('every reason and kind has its words in %s', (language) => {
  const { find } = translatorFor(language);
  const missing = KINDS.flatMap((kind) => [
    ...(find(`funds:product.${kind}`) === undefined ? [kind] : []),
    ...reasonsOf(kind).filter((reason) => find(`account:reason.${reason}`) === undefined),
  ]);
  expect(missing).toEqual([]);
});
