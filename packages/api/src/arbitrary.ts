import fc, { type Arbitrary } from 'fast-check';
import type { TSchema } from 'typebox';

/** For tests only: generators of values a schema accepts and of values it must refuse. */
interface Node {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly anyOf?: readonly Node[];
  readonly pattern?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly items?: Node | readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly required?: readonly string[];
  readonly 'x-decimals'?: number;
}

/** Three items are enough to break a list. */
const LIST_MAX = 3;

/** Any value the schema accepts, with and without optional fields. */
export const validValue = (schema: TSchema): Arbitrary<unknown> => valid(schema as Node);

function valid(node: Node): Arbitrary<unknown> {
  if (node.enum !== undefined) return fc.constantFrom(...node.enum);
  if ('const' in node) return fc.constant(node.const);
  if (node.anyOf !== undefined) return fc.oneof(...node.anyOf.map(valid));
  switch (node.type) {
    case 'object':
      return validObject(node);
    case 'array': {
      if (isTuple(node.items)) return fc.tuple(...node.items.map(valid));
      return fc.array(valid(node.items as Node), { maxLength: Math.min(node.maxItems ?? LIST_MAX, LIST_MAX) });
    }
    case 'integer':
      return fc.integer({ min: node.minimum ?? -(2 ** 31), max: Math.min(node.maximum ?? 2 ** 31, 2 ** 40) });
    case 'number':
      return fc.double({ noNaN: true, noDefaultInfinity: true });
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'string':
      return validText(node);
    default:
      return fc.jsonValue();
  }
}

const isTuple = (items: Node['items']): items is readonly Node[] => Array.isArray(items);

function validObject({ properties = {}, required = [] }: Node): Arbitrary<unknown> {
  const values = Object.fromEntries(Object.entries(properties).map(([name, node]) => [name, valid(node)]));
  return fc.record(values, { requiredKeys: [...required] });
}

function validText(node: Node): Arbitrary<string> {
  const { pattern, minLength = 0, maxLength = 40 } = node;
  if (node['x-decimals'] !== undefined) return validDecimal(node);
  if (pattern === undefined) return fc.string({ minLength, maxLength: Math.min(maxLength, 64) });
  const expression = new RegExp(pattern, 'u');
  // Free text has a wide pattern, so strings are filtered; narrow patterns generate their own.
  const text = pattern.startsWith('^[^')
    ? fc.string({ minLength, maxLength: Math.min(maxLength, 64) }).filter((sample) => expression.test(sample))
    : fc.stringMatching(expression).filter((sample) => minLength <= sample.length && sample.length <= maxLength);
  return text;
}

function validDecimal(node: Node): Arbitrary<string> {
  const expression = new RegExp(node.pattern ?? '', 'u');
  const places = node['x-decimals'] ?? 0;
  const ordinary = fc
    .tuple(fc.nat({ max: 10 ** 9 }), fc.stringMatching(new RegExp(`^[0-9]{0,${places}}$`)))
    .map(([whole, fraction]) => (fraction === '' ? String(whole) : `${whole}.${fraction}`));
  return fc
    .oneof({ weight: 3, arbitrary: ordinary }, { weight: 1, arbitrary: fc.constantFrom(...edgesOf(places)) })
    .filter((sample) => expression.test(sample));
}

/** The largest and smallest decimals, where products overflow and quotients vanish. */
const edgesOf = (places: number): readonly string[] => [
  '0',
  '1',
  `0.${'1'.padStart(places, '0')}`,
  '9'.repeat(14),
  `${'9'.repeat(14)}.${'9'.repeat(places)}`,
];

/** Text that breaks careless servers. */
export const HOSTILE_TEXTS: readonly string[] = [
  "'; drop table accounts; --",
  "' or '1'='1",
  '1); select pg_sleep(10); --',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '{{constructor.constructor("return 1")()}}',
  // biome-ignore lint/suspicious/noTemplateCurlyInString: literal text that a template engine would expand.
  '${7*7}',
  '../../../../etc/passwd',
  '\u0000',
  'a\u0000b',
  '\r\nSet-Cookie: a=b',
  '\u202Egnitset',
  '\uD800',
  'İ',
  'ﬀ',
  '𝟙𝟚',
  '١٢٣',
  '１２３',
  '−1',
  '👩‍👩‍👧‍👦',
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞',
  '__proto__',
  'constructor',
  'null',
  'undefined',
  'true',
  '[object Object]',
];

/** Notations no amount may use. */
export const HOSTILE_DECIMALS: readonly string[] = [
  'NaN',
  'Infinity',
  '-Infinity',
  '1e3',
  '1E-7',
  '0x10',
  '0b1',
  '1_000',
  '1,000',
  '1.000,00',
  '+1',
  '-1',
  '--1',
  '-0.00000001',
  ' 1',
  '1 ',
  '1\n',
  '01',
  '.5',
  '5.',
  '1.2.3',
  '0.000000000000000001',
  `1.${'0'.repeat(40)}1`,
  '9'.repeat(15),
  '9'.repeat(400),
  '',
];

const HOSTILE_NUMBERS: readonly unknown[] = [
  -1,
  0,
  0.5,
  -0,
  1e21,
  2 ** 53,
  -(2 ** 53),
  Number.MAX_VALUE,
  Number.MIN_VALUE,
  2 ** 31,
  2 ** 63,
];
const OTHER_TYPES: readonly unknown[] = [
  null,
  true,
  false,
  0,
  1,
  -1.5,
  '',
  'text',
  [],
  [1],
  ['up'],
  {},
  { toString: 'x' },
  { length: 1 },
];

export interface BadInput {
  /** What was done to a valid value, shown when a test fails. */
  readonly what: string;
  readonly value: unknown;
}

/**
 * A valid body with one fault. Values that `accepts` still takes are filtered out, so each one must
 * be refused.
 */
export function invalidValue(schema: TSchema, accepts: (value: unknown) => boolean): Arbitrary<BadInput> {
  const { properties = {}, required = [] } = schema as Node;
  const base = validValue(schema) as Arbitrary<Record<string, unknown>>;
  const replaced = Object.entries(properties).map(([name, node]) =>
    fc
      .tuple(base, fc.constantFrom(...hostileFor(node)))
      .map(([body, bad]) => ({ what: `${name} = ${JSON.stringify(bad)}`, value: { ...body, [name]: bad } })),
  );
  const missing = required.map((name) =>
    base.map((body) => ({ what: `without ${name}`, value: without(body, name) as unknown })),
  );
  const extra = fc
    .tuple(base, fc.constantFrom('extra', 'id', 'userId', 'book', 'at', 'isAdmin', '$where', '', ...HOSTILE_TEXTS))
    .filter(([, name]) => !(name in properties) && name !== '__proto__')
    .map(([body, name]) => ({ what: `extra ${JSON.stringify(name)}`, value: { ...body, [name]: 1 } as unknown }));
  // Via JSON.parse, which makes it an own property; an assignment would set the prototype.
  const prototype = base.map((body) => ({
    what: 'own field __proto__',
    value: JSON.parse(`{"__proto__":{"admin":true},${JSON.stringify(body).slice(1)}`.replace(/,\}$/, '}')) as unknown,
  }));
  const whole = fc
    .constantFrom(null, true, 1, 'text', [], [{}])
    .map((value) => ({ what: `the whole = ${JSON.stringify(value)}`, value: value as unknown }));
  const all: Arbitrary<BadInput>[] = [...replaced, ...missing, extra, prototype, whole];
  return fc.oneof(...all).filter(({ value }) => !accepts(value));
}

function without(body: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = body;
  return rest;
}

function hostileFor(node: Node): readonly unknown[] {
  const texts = node['x-decimals'] === undefined ? HOSTILE_TEXTS : [...HOSTILE_DECIMALS, ...HOSTILE_TEXTS];
  const long = 'x'.repeat(Math.min((node.maxLength ?? 1000) + 1, 20_000));
  return [...OTHER_TYPES, ...HOSTILE_NUMBERS, ...texts, long];
}

/** Sent as JSON, but not JSON. */
export const MALFORMED_BODIES: readonly string[] = [
  '{',
  '{"a":}',
  '{"a":1,}',
  "{'a':1}",
  'undefined',
  'NaN',
  '{"a":NaN}',
  '{"a":1}{"b":2}',
  '\u0000',
  '<xml/>',
  'a=1&b=2',
  '[1,2',
  '"unfinished',
];

/** None of these is a session. */
export const WRONG_TOKENS: readonly string[] = [
  'wrong',
  'Bearer wrong',
  'Bearer ',
  'Basic dXNlcjpwYXNz',
  'Bearer Bearer x',
  'x'.repeat(5000),
  "' or 1=1 --",
  '../token',
  'null',
  'undefined',
];
