import { describe, expect, test } from 'vitest';
import { catalogue } from '../codes.ts';
import { FIRST_OPERATOR_CALLS, generateOperatorCallTable } from '../generate-call-table.ts';
import { operatorCallTable } from './call-table.ts';
import { OPERATOR_CALL_NAMES, operatorCallSpec } from './calls.ts';
import { firstOperatorCalls } from './first-calls.ts';
import { operatorRefusalsOf } from './openapi.ts';
import { PERMISSION_NAMES, PERMISSIONS, permissionsOf, ROLES } from './permissions.ts';

describe('operator calls', () => {
  test('every call is keyed by its name, and no two share method and path', () => {
    for (const name of OPERATOR_CALL_NAMES) expect(operatorCallSpec(name).name).toBe(name);
    const requests = OPERATOR_CALL_NAMES.map((name) => {
      const { method, path } = operatorCallSpec(name);
      return `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`;
    });
    expect(new Set(requests).size).toBe(requests.length);
  });

  test('the browser table has all of them', () => {
    expect(Object.keys(operatorCallTable)).toEqual(OPERATOR_CALL_NAMES);
    expect(generateOperatorCallTable()).not.toContain('typebox');
    expect(operatorCallTable).toMatchObject(firstOperatorCalls);
    expect(Object.keys(firstOperatorCalls)).toEqual(FIRST_OPERATOR_CALLS);
  });

  test('path parameters are those in the path, GET has no body, and POST a strict one', () => {
    for (const name of OPERATOR_CALL_NAMES) {
      const spec = operatorCallSpec(name);
      const named = [...spec.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
      expect(Object.keys((spec.params as { properties?: object } | undefined)?.properties ?? {}), name).toEqual(named);
      expect(spec.body !== undefined, name).toBe(spec.method === 'POST');
      if (spec.command) expect(spec.method, name).toBe('POST');
      for (const part of [spec.body, spec.query, spec.params]) {
        const strictness = (part as { additionalProperties?: boolean } | undefined)?.additionalProperties;
        if (part !== undefined) expect(strictness, name).toBe(false);
      }
    }
  });

  test('refusals are of the catalogue, and each asks for a fresh factor where it says so', () => {
    for (const name of OPERATOR_CALL_NAMES) {
      const refusals = operatorRefusalsOf(operatorCallSpec(name));
      for (const key of refusals) expect(catalogue, name).toHaveProperty(key);
      if (operatorCallSpec(name).stepUp) expect(refusals, name).toContain('stepUpRequired');
    }
  });
});

describe('roles', () => {
  test('each permission is held by somebody, and an auditor changes nothing', () => {
    for (const permission of PERMISSION_NAMES) expect(PERMISSIONS[permission].length, permission).toBeGreaterThan(0);
    const reads = /\.(?:read|export)$/;
    expect(permissionsOf(['auditor']).filter((permission) => !reads.test(permission))).toEqual([]);
    for (const role of ROLES) expect(permissionsOf([role]), role).toContain('dashboard.read');
  });
});
