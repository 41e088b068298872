import type { Translator } from '@glasshouse/i18n';

type Find = Pick<Translator, 'find'>;
type Words = (find: Translator['find'], parts: Readonly<Record<string, string>>) => string | undefined;

/** Forms of the log's subjects, such as `terms contracts BTCUSDT`; the first that fits counts. */
const FORMS: readonly (readonly [RegExp, Words])[] = [
  [/^user (?<id>\d+)$/, (find, { id = '' }) => find('console:person', { id })],
  [/^new plan$/, (find) => find('records:subjectName.newPlan')],
  [/^plan(?<id>\d+)$/, (find, { id = '' }) => find('records:subjectName.plan', { id })],
  [/^price of (?<id>.+)$/, (find, { id = '' }) => find('records:subjectName.price', { id })],
  [/^corporate action (?<id>.+)$/, (find, { id = '' }) => find('records:subjectName.corporateAction', { id })],
  [
    /^kyc (?<id>\d+) \((?<level>\w+)\)$/,
    (find, { id = '', level = '' }) =>
      joined(find('records:subjectName.kyc', { id }), find(`console:kyc.level.${level}`)),
  ],
  [
    /^house (?<book>demo|real) (?<asset>\w+)$/,
    (find, { book = '', asset = '' }) =>
      find('records:subjectName.house', { id: joined(asset, find(`common:book.${book}`)) ?? asset }),
  ],
  [
    /^terms (?<product>\w+) (?<code>.+)$/,
    (find, { product = '', code = '' }) =>
      find('records:subjectName.terms', { id: joined(find(`records:product.${product}`) ?? product, code) ?? code }),
  ],
  [
    /^parameter (?<key>.+)$/,
    (find, { key = '' }) => find(`records:parameter.${key}`) ?? find('records:subjectName.parameter', { id: key }),
  ],
  [/^(?<kind>[a-z]+) (?<id>.+)$/, (find, { kind = '', id = '' }) => find(`records:subjectName.${kind}`, { id })],
];

/** Nothing where the first part has no words. */
const joined = (...[first, ...rest]: readonly (string | undefined)[]): string | undefined =>
  first === undefined ? undefined : [first, ...rest.filter((part) => part !== undefined)].join(' · ');

/** `deposit 812` in the reader's language; a form without words stays as in the log. */
export function subjectName({ find }: Find, subject: string): string {
  for (const [form, words] of FORMS) {
    const parts = form.exec(subject);
    if (parts !== null) return words(find, parts.groups ?? {}) ?? subject;
  }
  return subject;
}
