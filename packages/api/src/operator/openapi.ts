import { type CodeKey, catalogue, code } from '../codes.ts';
import { COMMON_CODES } from '../define-call.ts';
import { contentOf, fields, ref, requestBody } from '../openapi-parts.ts';
import type { Plain } from '../schema-refs.ts';
import { OPERATOR_CALL_NAMES, OPERATOR_PATH, operatorCallSpec } from './calls.ts';
import type { OperatorCallSpec } from './define-operator-call.ts';
import { PERMISSIONS } from './permissions.ts';

const GATE_CODES: readonly CodeKey[] = ['networkRefused', 'csrfWrong'];
const SESSION_CODES: readonly CodeKey[] = ['notLoggedIn', 'sessionExpired'];
const COMMAND_CODES: readonly CodeKey[] = [
  'idempotencyKeyInvalid',
  'idempotencyKeyReused',
  'coreUnavailable',
  'outcomeUnknown',
];

/** All refusal codes of an operator call, in order of precedence. */
export function operatorRefusalsOf(spec: OperatorCallSpec): CodeKey[] {
  const isOpen = spec.access === 'signing in';
  const keys = new Set<CodeKey>([
    ...COMMON_CODES,
    ...GATE_CODES,
    ...(isOpen ? [] : SESSION_CODES),
    ...(isOpen || spec.access === 'signed in' ? (['credentialsDiffer'] as const) : (['permissionDenied'] as const)),
    ...(spec.stepUp ? (['stepUpRequired'] as const) : []),
    ...(spec.command ? COMMAND_CODES : []),
    ...spec.codes,
  ]);
  return (Object.keys(catalogue) as CodeKey[]).filter((key) => keys.has(key));
}

/** Who may call it, in words. */
export function operatorAccessText({ access }: OperatorCallSpec): string {
  if (access === 'signing in') return 'anybody, to sign in';
  return access === 'signed in' ? 'every operator' : PERMISSIONS[access].join(', ');
}

/** The paths of all operator calls, for the OpenAPI document. */
export function operatorPaths(texts: Readonly<Record<string, string>>): Record<string, Record<string, Plain>> {
  const paths: Record<string, Record<string, Plain>> = {};
  for (const name of OPERATOR_CALL_NAMES) {
    const spec = operatorCallSpec(name);
    const path = `${OPERATOR_PATH}${spec.path}`;
    paths[path] ??= {};
    paths[path][spec.method.toLowerCase()] = operation(spec, texts);
  }
  return paths;
}

function operation(spec: OperatorCallSpec, texts: Readonly<Record<string, string>>): Plain {
  const refusals = operatorRefusalsOf(spec).filter((key) => !('http' in catalogue[key]));
  const list = refusals.map((key) => `- ${code[key]} ${key}: ${texts[code[key]] ?? ''}`).join('\n');
  const headers = ['Lang', ...(spec.method === 'POST' ? ['Csrf'] : []), ...(spec.command ? ['IdempotencyKey'] : [])];
  return {
    operationId: spec.name,
    tags: ['operator'],
    summary: spec.summary,
    description: `Roles: ${operatorAccessText(spec)}.\n\nRefusals:\n${list}`,
    'x-access': spec.access,
    'x-step-up': spec.stepUp,
    'x-command': spec.command,
    security: spec.access === 'signing in' ? [{}, { operator: [] }] : [{ operator: [] }],
    parameters: [
      ...fields(spec.params, 'path'),
      ...fields(spec.query, 'query'),
      ...headers.map((name) => ref('parameters', name)),
    ],
    ...(spec.body === undefined ? {} : { requestBody: requestBody(spec, spec.body) }),
    responses: {
      '200': { description: 'Success or refusal, as `code` says.', content: contentOf(spec) },
      ...(spec.access === 'signing in' ? {} : { '401': ref('responses', 'NoSession') }),
      '403': ref('responses', 'Elsewhere'),
      '429': ref('responses', 'TooMany'),
      '500': ref('responses', 'ServerError'),
    },
  };
}
