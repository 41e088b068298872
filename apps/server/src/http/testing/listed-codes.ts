/** The codes that an answer of a call may have, for customers and operators. */
import { type CallName, callSpec } from '@glasshouse/api/calls';
import { type CodeKey, code, codeKey } from '@glasshouse/api/codes';
import { refusalsOf } from '@glasshouse/api/openapi';
import { type OperatorCallName, operatorCallSpec } from '@glasshouse/api/operator/calls';
import { operatorRefusalsOf } from '@glasshouse/api/operator/openapi';

/** Refusals before the gateway has matched the request with a call. */
const TRANSPORT: readonly CodeKey[] = [
  'malformedBody',
  'payloadTooLarge',
  'unsupportedMedia',
  'pathNotFound',
  'hostUnknown',
  'bookHeaderInvalid',
];
const SUCCESS = 200;
/** Handlers of a test answer with it to show that a request reached them. */
export const REACHED = code.unknownError;

const numbersOf = (keys: readonly CodeKey[]): ReadonlySet<number> =>
  new Set([SUCCESS, REACHED, ...[...TRANSPORT, ...keys].map((key) => code[key])]);

export const listedCodes = (name: CallName): ReadonlySet<number> => numbersOf(refusalsOf(callSpec(name)));

export const listedOperatorCodes = (name: OperatorCallName): ReadonlySet<number> =>
  numbersOf(operatorRefusalsOf(operatorCallSpec(name)));

/** Fails on a refusal that clients cannot expect, because the list of the call lacks it. */
export function expectListed(name: string, listed: ReadonlySet<number>, answer: { readonly code: number }): void {
  if (listed.has(answer.code)) return;
  throw new Error(`${name} refuses with ${codeKey(answer.code) ?? answer.code}, which its \`codes\` do not list`);
}
