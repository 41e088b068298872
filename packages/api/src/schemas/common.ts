import { type TSchema, Type } from 'typebox';
import { LANGUAGES, PAGE_LIMIT_MAX } from '../constants.ts';

/** An object without additional properties. */
export const strict = <Properties extends Record<string, TSchema>>(properties: Properties) =>
  Type.Object(properties, { additionalProperties: false });

export const nullable = <Schema extends TSchema>(schema: Schema) => Type.Union([schema, Type.Null()]);

/**
 * Decimal text. At most 14 integer digits, so that amounts stay below 10²² minor units.
 * `x-decimals` carries the limit so that too many decimals get their own code.
 */
const decimal = (options: { sign: '' | '-?'; decimals: number; positive?: boolean; description: string }) =>
  Type.String({
    pattern: `^${options.positive ? '(?!0(?:\\.0+)?$)' : ''}${options.sign}(?:0|[1-9][0-9]{0,13})(?:\\.[0-9]{1,${options.decimals}})?$`,
    maxLength: 40,
    'x-decimals': options.decimals,
    description: options.description,
  });

export const amount = (description = 'Amount of the asset, decimal text with at most 8 decimals.') =>
  decimal({ sign: '', decimals: 8, description });
export const positiveAmount = (description = 'Amount above 0, decimal text with at most 8 decimals.') =>
  decimal({ sign: '', decimals: 8, positive: true, description });
export const signedAmount = (description = 'Signed amount, decimal text with at most 8 decimals.') =>
  decimal({ sign: '-?', decimals: 8, description });
export const price = (description = 'Price in the quote asset, decimal text.') =>
  decimal({ sign: '', decimals: 10, positive: true, description });
/** A price between any two coins: SHIB in BTC starts at the eleventh decimal. */
export const crossPrice = (description: string) => decimal({ sign: '', decimals: 18, positive: true, description });
export const rate = (description = 'A share: 0.82 is 82 %. Decimal text.') =>
  decimal({ sign: '-?', decimals: 8, description });

export const timestamp = (description = 'ISO 8601, UTC.') =>
  Type.String({
    pattern: '^[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}:[0-9]{2}(?:\\.[0-9]{1,3})?Z$',
    maxLength: 24,
    description,
  });
export const epochMs = (description = 'Epoch milliseconds.') =>
  Type.Integer({ minimum: 0, maximum: 8_640_000_000_000, description });

export const identifier = (description = 'Identifier; a positive integer.') =>
  Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER, description });
export const instrumentCode = (description = 'Code of the instrument: BTCUSDT, EURUSD, AAPL.') =>
  Type.String({ pattern: '^[A-Z0-9][A-Z0-9._-]{0,23}$', maxLength: 24, description });
export const asset = (description = 'Asset: USDT, BTC.') =>
  Type.String({ pattern: '^[A-Z0-9]{2,12}$', maxLength: 12, description });
export const hex = (bytes: number, description: string) =>
  Type.String({ pattern: `^[0-9a-f]{${bytes * 2}}$`, maxLength: bytes * 2, description });

/**
 * No control characters, and none that turn the direction of what follows: the first break what
 * stores text, the others let one name be read as another.
 */
export const PLAIN_TEXT = '^[^\\u0000-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$';
/** The same with line breaks and tabs. */
export const PLAIN_LINES =
  '^[^\\u0000-\\u0008\\u000b\\u000c\\u000e-\\u001f\\u007f-\\u009f\\u202a-\\u202e\\u2066-\\u2069]*$';

/** Text typed by a person. */
export const text = (maxLength: number, description: string, minLength = 1) =>
  Type.String({ minLength, maxLength, pattern: PLAIN_TEXT, description });
/** A code that a person copies: spaces, dashes and digits of other scripts are folded first. */
export const codeText = (maxLength: number, description: string) => ({
  ...text(maxLength, description),
  'x-typed': 'code',
});
/** Text written by the server. */
export const words = (description: string) => Type.String({ description });

export const book = () => Type.Enum(['demo', 'real'], { description: 'Book.' });
export const language = () => Type.Enum([...LANGUAGES], { description: 'Language.' });
export const nothing = () => Type.Null({ description: 'No result.' });

export const cursor = () =>
  Type.String({
    pattern: '^[A-Za-z0-9_-]{1,128}$',
    maxLength: 128,
    description: '`next` of the previous page.',
  });
export const pageQuery = {
  cursor: Type.Optional(cursor()),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: PAGE_LIMIT_MAX, description: 'Items per page; 50 when left out.' }),
  ),
};
export const timeQuery = {
  from: Type.Optional(timestamp('From this moment on.')),
  to: Type.Optional(timestamp('Before this moment.')),
};
/** `next` is null on the last page. */
export const page = <Item extends TSchema>(item: Item) =>
  strict({ items: Type.Array(item, { maxItems: PAGE_LIMIT_MAX }), next: nullable(cursor()) });
/** A naturally bounded list, sent without paging. */
export const list = <Item extends TSchema>(item: Item, maxItems: number) => Type.Array(item, { maxItems });

/** How long after an acceptance the first price that decides may be at the earliest. */
export const leadMs = () =>
  Type.Optional(
    Type.Integer({
      minimum: 1,
      description:
        'The first price that counts is from at least so long after the acceptance, because a live source is known sooner elsewhere. Left out: at once.',
    }),
  );
