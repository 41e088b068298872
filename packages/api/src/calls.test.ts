import { readFileSync } from 'node:fs';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { callTable } from './call-table.ts';
import { type BodyOf, CALL_NAMES, callSpec, type QueryOf, type ResultOf } from './calls.ts';
import { generateCallTable } from './generate-call-table.ts';

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
  });

  test('path parameters are exactly those in the path', () => {
    for (const name of CALL_NAMES) {
      const spec = callSpec(name);
      const named = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      const params = spec.params as { properties?: object } | undefined;
      expect(Object.keys(params?.properties ?? {}), name).toEqual(named);
    }
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
