import type { TSchema } from 'typebox';
import { code } from './codes.ts';
import type { CallSpec } from './define-call.ts';
import { type Plain, plainSchema } from './schema-refs.ts';

/** The part of a call that is sent to and fro, of customers and operators alike. */
type Sent = Pick<CallSpec, 'result' | 'file' | 'success' | 'multipart'>;

export function contentOf(spec: Sent): Plain {
  const refusal: Plain = { $ref: '#/components/schemas/Refusal' };
  const whole = spec.file === undefined ? success(spec) : plainSchema(spec.result);
  const files = (spec.file ?? []).filter((type) => type !== 'application/json');
  const text: Plain = { schema: { type: 'string' } };
  return {
    ...Object.fromEntries(files.map((type) => [type, text])),
    'application/json': { schema: { oneOf: [whole, refusal] } },
  };
}

export const ref = (kind: string, name: string): Plain => ({ $ref: `#/components/${kind}/${name}` });

function success(spec: Sent): Plain {
  const message: Record<string, Plain> = spec.success === undefined ? {} : { message: { const: code[spec.success] } };
  return {
    type: 'object',
    required: ['code', 'result'],
    properties: { code: { const: 200 }, result: plainSchema(spec.result), ...message },
  };
}

export function fields(schema: TSchema | undefined, place: 'path' | 'query'): Plain[] {
  const { properties = {}, required = [] } = (schema ?? {}) as unknown as {
    properties?: Record<string, TSchema & { description?: string }>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path' || required.includes(name),
    ...(property.description === undefined ? {} : { description: property.description }),
    schema: plainSchema(property),
  }));
}

export const requestBody = (spec: Sent, body: TSchema): Plain => ({
  required: true,
  content: { [spec.multipart ? 'multipart/form-data' : 'application/json']: { schema: plainSchema(body) } },
});
