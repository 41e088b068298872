/** No operator sets a price or an outcome: there is no call, command or field to do it with. */
import { OPERATOR_CALL_NAMES, operatorCallSpec } from '@glasshouse/api/operator/calls';
import { PARAMETER_KEYS } from '@glasshouse/api/operator/parameters';
import { expect, test } from 'vitest';
import { MODULES } from '../runtime/modules.ts';
import { TERM_FIELDS } from './terms/fields.ts';

const PRICE_OR_OUTCOME = /price|outcome|\b(?:bid|ask|mid)\b|tick(?!et|Points)|settle|winner|entryPoints|exitPoints/i;

/**
 * What becomes of a transfer that changed on its chain, and what a charity NFT costs, which is
 * fixed with its first sale; nothing that anybody traded on. Two persons release a price that the
 * source itself gave and that was held: they name the source, and no number. Two close the case of
 * a payout that was paid twice: the core books what the chain says.
 */
const OTHERS = [
  'resolveDeposit: outcome',
  'saveNftListing: price',
  'releaseHeldPrice: releaseHeldPrice',
  'settleSecondPayment: settleSecondPayment',
  'settleSecondPayment: /withdrawals/{id}/settle',
];
const TRADING = ['options', 'contracts', 'spot', 'convert', 'terms', 'levels'];

/** Names of all properties of a schema, however deep. */
function namesIn(schema: unknown): string[] {
  if (schema === null || typeof schema !== 'object') return [];
  const { properties } = schema as { readonly properties?: object };
  return [
    ...(properties === undefined ? [] : Object.keys(properties)),
    ...Object.values(schema).flatMap((part) => namesIn(part)),
  ];
}

test('no operator call takes a price or an outcome', () => {
  const found = OPERATOR_CALL_NAMES.filter((name) => operatorCallSpec(name).method === 'POST').flatMap((name) => {
    const { path, params, body } = operatorCallSpec(name);
    return [name, path, ...namesIn(params), ...namesIn(body)]
      .filter((field) => PRICE_OR_OUTCOME.test(field))
      .map((field) => `${name}: ${field}`);
  });
  expect(found.filter((entry) => !OTHERS.includes(entry))).toEqual([]);
});

test('no term and no parameter is a price or an outcome', () => {
  const terms = Object.values(TERM_FIELDS).flatMap((fields) => Object.keys(fields));
  expect([...terms, ...PARAMETER_KEYS].filter((name) => PRICE_OR_OUTCOME.test(name))).toEqual([]);
});

test('what decides an outcome is for the core alone', () => {
  const DECIDES = /settle|enter|expire|liquidat|fire|finance|trigger|apply|assign|define/;
  const open = MODULES.flatMap(({ handlers, internal = [] }) =>
    Object.keys(handlers).filter((type) => {
      const [module = '', action = ''] = type.split('.');
      return TRADING.includes(module) && DECIDES.test(action) && !internal.includes(type);
    }),
  );
  expect(open).toEqual([]);
});
