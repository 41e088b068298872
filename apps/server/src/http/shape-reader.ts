import type { CallSpec } from '@glasshouse/api/define-call';
import { foldEmail } from '@glasshouse/api/email';
import { foldCode } from '@glasshouse/api/typed-text';
import type { TSchema } from 'typebox';
import { queryCoercer } from './query-values.ts';
import { compileValidator, type ShapeProblem, type Validator } from './validation.ts';

const NOTHING: Validator = () => undefined;

export interface ShapeReader {
  params(value: unknown): unknown;
  query(value: unknown): unknown;
  check(input: { readonly params: unknown; readonly query: unknown; readonly body: unknown }): ShapeProblem | undefined;
}

type TextFields = Readonly<Record<string, string | string[]>>;

export function shapeReader(spec: Pick<CallSpec, 'params' | 'query' | 'body' | 'multipart'>): ShapeReader {
  const validator = (schema: TSchema | undefined): Validator =>
    schema === undefined ? NOTHING : compileValidator(schema);
  const coercer = (schema: object | undefined): ((value: unknown) => unknown) => {
    if (schema === undefined) return (value) => value;
    const coerce = queryCoercer(schema);
    return (value) => coerce(value as TextFields);
  };
  const params = validator(spec.params);
  const query = validator(spec.query);
  const body = validator(spec.body);
  const queryFields = typedFields(spec.query);
  const typed = typedFields(spec.body);
  return {
    params: coercer(spec.params),
    query: coercer(spec.query),
    check: (input) => {
      foldTyped(input.query, queryFields);
      foldTyped(input.body, typed);
      return (
        params(input.params) ?? query(input.query) ?? body(spec.multipart === true ? asText(input.body) : input.body)
      );
    },
  };
}

type Fold = (text: string) => string;
const FOLDS: Readonly<Record<string, Fold>> = { code: foldCode, email: foldEmail };

/** Fields of a body that are written in one way before anything looks at them. */
const typedFields = (
  schema: (TSchema & { readonly properties?: Readonly<Record<string, object>> }) | undefined,
): readonly (readonly [string, Fold])[] =>
  Object.entries(schema?.properties ?? {}).flatMap(([name, field]) => {
    const fold = FOLDS[(field as { readonly 'x-typed'?: string })['x-typed'] ?? ''];
    return fold === undefined ? [] : [[name, fold] as const];
  });

/** Longer text is no code and no address; the schema refuses it. */
const TYPED_MAX = 512;

/** `123 456` and `１２３４５６` are 123456, `bücher.example` is `xn--bcher-kva.example`. */
function foldTyped(body: unknown, fields: readonly (readonly [string, Fold])[]): void {
  if (fields.length === 0 || typeof body !== 'object' || body === null) return;
  const values = body as Record<string, unknown>;
  for (const [name, fold] of fields) {
    const typed = values[name];
    if (typeof typed === 'string' && typed.length <= TYPED_MAX) values[name] = fold(typed);
  }
}

/** A form as its schema describes it: the file is text there, whatever it holds. */
const asText = (body: unknown): unknown =>
  Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [name, Buffer.isBuffer(value) ? '' : value]),
  );
