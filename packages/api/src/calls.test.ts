import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { callTable } from './call-table.ts';
import { type BodyOf, CALL_NAMES, callSpec, type QueryOf, type ResultOf } from './calls.ts';
import type { CallSpec } from './define-call.ts';
import { firstCalls } from './first-calls.ts';
import { FIRST_CALLS, generateCallTable } from './generate-call-table.ts';
import { refusalsOf } from './openapi.ts';
import { OPERATOR_CALL_NAMES, operatorCallSpec } from './operator/calls.ts';
import { operatorRefusalsOf } from './operator/openapi.ts';

interface TextSchema {
  readonly type?: string;
  readonly enum?: unknown;
  readonly format?: string;
  readonly pattern?: string;
  readonly 'x-code'?: string;
  readonly 'x-missing'?: string;
  readonly properties?: Readonly<Record<string, TextSchema>>;
  readonly items?: TextSchema;
  readonly anyOf?: readonly TextSchema[];
}

type CallInput = Pick<CallSpec, 'name' | 'params' | 'query' | 'body'>;

describe('calls', () => {
  test('every call is keyed by its name, and no two share method and path', () => {
    for (const name of CALL_NAMES) expect(callSpec(name).name).toBe(name);
    const requests = CALL_NAMES.map((name) => `${callSpec(name).method} ${callSpec(name).path}`);
    expect(new Set(requests).size).toBe(requests.length);
  });

  test('the browser table matches the calls and needs no schema library', () => {
    const text = readFileSync(new URL('./call-table.ts', import.meta.url), 'utf8');
    expect(text).toBe(generateCallTable());
    expect(Object.keys(callTable)).toEqual(CALL_NAMES);
    expect(text).not.toContain('typebox');
    expect(callTable).toMatchObject(firstCalls);
    expect(Object.keys(firstCalls)).toEqual(FIRST_CALLS);
  });

  test('path parameters are exactly those in the path', () => {
    for (const name of CALL_NAMES) {
      const spec = callSpec(name);
      const named = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const params = spec.params as { properties?: object } | undefined;
      expect(Object.keys(params?.properties ?? {}), name).toEqual(named);
    }
  });

  test('no text that anybody may send holds characters that break what stores or shows it', () => {
    const unsafe = ['\u0000', '\u0001', '\u007f', '\u0085', '\u202e', '\u2066'];
    const samples = unsafe.flatMap((bad) => [bad, `a${bad}`, `1${bad}1`, `0x${bad}`, `A${bad}A`]);
    const walk = (schema: TextSchema, path: string): void => {
      if (schema.type === 'string' && schema.enum === undefined && schema.format !== 'binary') {
        const pattern = new RegExp(schema.pattern ?? '', 'u');
        expect(
          samples.filter((text) => pattern.test(text)),
          path,
        ).toEqual([]);
      }
      for (const [key, value] of Object.entries(schema.properties ?? {})) walk(value, `${path}.${key}`);
      for (const value of [schema.items, ...(schema.anyOf ?? [])]) if (value !== undefined) walk(value, path);
    };
    const specs = [...CALL_NAMES.map(callSpec), ...OPERATOR_CALL_NAMES.map(operatorCallSpec)];
    for (const spec of specs) {
      for (const part of ['params', 'query', 'body'] as const) {
        if (spec[part] !== undefined) walk(spec[part] as TextSchema, `${spec.name}.${part}`);
      }
    }
  });

  test('the codes that the fields of a call answer are among its refusals', () => {
    const fieldCodes = (schema: TextSchema | undefined): string[] => {
      if (schema === undefined) return [];
      const inner = [...Object.values(schema.properties ?? {}), schema.items, ...(schema.anyOf ?? [])];
      const own = [schema['x-code'], schema['x-missing']].filter((key) => key !== undefined);
      return [...own, ...inner.flatMap(fieldCodes)];
    };
    const listed: readonly (readonly [CallInput, readonly string[]])[] = [
      ...CALL_NAMES.map((name) => [callSpec(name), refusalsOf(callSpec(name))] as const),
      ...OPERATOR_CALL_NAMES.map(
        (name) => [operatorCallSpec(name), operatorRefusalsOf(operatorCallSpec(name))] as const,
      ),
    ];
    const missing = listed.flatMap(([{ name, params, query, body }, refusals]) =>
      [params, query, body]
        .flatMap((part) => fieldCodes(part as TextSchema | undefined))
        .filter((key) => !refusals.includes(key))
        .map((key) => `${name}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  test('GET has no body, POST has a strict one, and only POST moves money', () => {
    for (const name of CALL_NAMES) {
      const spec = callSpec(name);
      expect(spec.body !== undefined, name).toBe(spec.method === 'POST');
      for (const part of [spec.body, spec.query, spec.params]) {
        if (part !== undefined)
          expect((part as { additionalProperties?: boolean }).additionalProperties, name).toBe(false);
      }
      if (spec.movesMoney) expect([spec.method, spec.auth], name).toEqual(['POST', 'user']);
    }
  });

  test('types are inferred from the schemas', () => {
    expectTypeOf<BodyOf<'buyOption'>>().toEqualTypeOf<{
      code: string;
      direction: 'up' | 'down';
      amount: string;
      periodId: number;
    }>();
    expectTypeOf<QueryOf<'buyOption'>>().toEqualTypeOf<undefined>();
    expectTypeOf<ResultOf<'buyOption'>['outcome']>().toEqualTypeOf<'win' | 'lose' | 'draw' | 'void' | null>();
    expectTypeOf<ResultOf<'listOptionOrders'>['next']>().toEqualTypeOf<string | null>();
    expectTypeOf<ResultOf<'listMarkets'>[number]['zdf']>().toEqualTypeOf<number | null>();
  });
});
