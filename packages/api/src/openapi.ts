import { CALL_NAMES, callSpec } from './calls.ts';
import { type CodeKey, catalogue, code } from './codes.ts';
import { BASE_PATH, IDEMPOTENCY_KEY_PATTERN, LANGUAGES } from './constants.ts';
import { type CallSpec, COMMON_CODES, MONEY_CODES, SESSION_CODES } from './define-call.ts';
import { contentOf, fields, ref, requestBody } from './openapi-parts.ts';
import { operatorPaths } from './operator/openapi.ts';
import { type Plain, plainNamedSchemas } from './schema-refs.ts';

/** All refusal codes of a call, in order of precedence. */
export function refusalsOf(spec: CallSpec): CodeKey[] {
  const keys = new Set<CodeKey>([
    ...COMMON_CODES,
    ...(spec.auth === 'public' ? [] : SESSION_CODES),
    ...(spec.movesMoney ? MONEY_CODES : []),
    ...spec.codes,
  ]);
  return (Object.keys(catalogue) as CodeKey[]).filter((key) => keys.has(key));
}

/** The OpenAPI 3.1 document of all calls. `texts`: English text of each code. */
export function openApiDocument(texts: Readonly<Record<string, string>>): Plain {
  const paths: Record<string, Record<string, Plain>> = {};
  for (const name of CALL_NAMES) {
    const spec = callSpec(name);
    const path = `${BASE_PATH}${spec.path}`;
    paths[path] ??= {};
    paths[path][spec.method.toLowerCase()] = operation(spec, texts);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Glasshouse',
      version: '1.0.0',
      description:
        'Calls of customers and of operators. docs/protocol.md describes headers, codes and their order of precedence, docs/operator.md what operators add.',
      license: { name: 'AGPL-3.0-only', identifier: 'AGPL-3.0-only' },
    },
    servers: [{ url: '/', description: 'The installation that serves this document.' }],
    tags: ['login', 'index', 'order', 'user', 'operator'].map((tag) => ({ name: tag })),
    paths: { ...paths, ...operatorPaths(texts) },
    components: {
      schemas: { ...plainNamedSchemas(), Refusal: REFUSAL },
      parameters: PARAMETERS,
      responses: RESPONSES,
      securitySchemes: {
        token: {
          type: 'apiKey',
          in: 'header',
          name: 'Authorization',
          description: 'Session token, plain or as `Bearer <token>`.',
        },
        operator: {
          type: 'apiKey',
          in: 'cookie',
          name: 'glasshouse_operator',
          description: 'Set by signing in as an operator; worth nothing without the cookie of the same browser.',
        },
      },
    },
  };
}

function operation(spec: CallSpec, texts: Readonly<Record<string, string>>): Plain {
  const refusals = refusalsOf(spec).filter((key) => !('http' in catalogue[key]));
  const list = refusals.map((key) => `- ${code[key]} ${key}: ${texts[code[key]] ?? ''}`).join('\n');
  const security = { public: [], optional: [{}, { token: [] }], user: [{ token: [] }] }[spec.auth] as Plain[];
  return {
    operationId: spec.name,
    tags: [spec.path.split('/')[1] as string],
    summary: spec.summary,
    description: `${spec.served ? '' : 'Not implemented yet: answers 404.\n\n'}Refusals:\n${list}`,
    'x-served': spec.served,
    'x-moves-money': spec.movesMoney,
    security,
    parameters: [...fields(spec.params, 'path'), ...fields(spec.query, 'query'), ...headers(spec)],
    ...(spec.body === undefined ? {} : { requestBody: requestBody(spec, spec.body) }),
    responses: {
      '200': {
        description:
          spec.file === undefined
            ? 'Success or refusal, as `code` says.'
            : 'The file, with `Content-Disposition: attachment`, or a refusal as JSON without that header.',
        content: contentOf(spec),
      },
      ...(spec.auth === 'public' ? {} : { '401': ref('responses', 'NoSession') }),
      '429': ref('responses', 'TooMany'),
      '500': ref('responses', 'ServerError'),
    },
  };
}

function headers(spec: CallSpec): Plain[] {
  const names = ['Lang'];
  if (spec.auth !== 'public') names.push('Virtually');
  if (spec.movesMoney) names.push('IdempotencyKey');
  return names.map((name) => ref('parameters', name));
}

const REFUSAL: Plain = {
  type: 'object',
  required: ['code', 'message'],
  properties: {
    code: { type: 'integer', minimum: 10_001, maximum: 19_999, description: 'Result code from the catalogue.' },
    message: { type: 'string', description: "Message in the caller's language, saying what to do next." },
    fields: {
      type: 'object',
      additionalProperties: { type: 'integer' },
      description: 'Code of each invalid field.',
    },
    amounts: {
      type: 'object',
      additionalProperties: { type: 'string' },
      description: 'Amounts that the message names: `step`, `lower` and `higher` with 11625 and 11626.',
    },
    requestId: { type: 'string', description: 'Only with server errors; quote it to the operator.' },
  },
};

const PARAMETERS: Plain = {
  Lang: { name: 'lang', in: 'header', description: 'Language of messages.', schema: { enum: [...LANGUAGES] } },
  Virtually: {
    name: 'virtually',
    in: 'header',
    description: 'NO (default): the demo book. YES: the real book.',
    schema: { enum: ['NO', 'YES'] },
  },
  Csrf: {
    name: 'X-CSRF-Token',
    in: 'header',
    description: '`csrf` of the session; not where signing in starts.',
    schema: { type: 'string' },
  },
  IdempotencyKey: {
    name: 'Idempotency-Key',
    in: 'header',
    required: false,
    description:
      'A repeat with the same key and body gets the same answer and moves no money again. Without it each request is new.',
    schema: { type: 'string', pattern: IDEMPOTENCY_KEY_PATTERN },
  },
};

const refused = (description: string, more: Record<string, Plain> = {}): Plain => ({
  description,
  ...more,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } },
});
const RESPONSES: Plain = {
  NoSession: refused('No token (11013), or an expired or revoked one (11014).'),
  Elsewhere: refused('Sent from another page (11157), or from a network that is not allowed (11156).'),
  TooMany: refused('Too many requests (11001).', {
    headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } },
  }),
  ServerError: refused('Server error (11083); also 503 with 11084, 11085 or 11215.'),
};
