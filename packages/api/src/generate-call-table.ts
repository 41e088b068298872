import { CALL_NAMES, callSpec } from './calls.ts';

/** Text of `call-table.ts`: what a browser needs at run time, without any schema. */
export function generateCallTable(): string {
  const lines = CALL_NAMES.map((name) => {
    const { method, path, auth, movesMoney } = callSpec(name);
    return `  ${name}: { method: '${method}', path: '${path}', auth: '${auth}', movesMoney: ${movesMoney} },`;
  });
  return `${HEAD}${lines.join('\n')}\n} as const satisfies Readonly<Record<string, CallTableRow>>;\n`;
}

const HEAD = `// Written by \`npm run generate -w @glasshouse/api\`; a test fails when it differs from the calls.
import type { Auth, Method } from './define-call.ts';

export interface CallTableRow {
  readonly method: Method;
  /** Below \`BASE_PATH\`. */
  readonly path: string;
  readonly auth: Auth;
  /** Send an \`Idempotency-Key\`. */
  readonly movesMoney: boolean;
}

export const callTable = {
`;
