import { fieldsOf, fill } from '../generate-protocol.ts';
import { OPERATOR_CALL_NAMES, operatorCallSpec } from './calls.ts';
import { PARAMETER_KEYS, parameterSpec } from './parameters.ts';
import { PERMISSION_NAMES, PERMISSIONS, ROLES } from './permissions.ts';

/** Fills the generated tables of docs/operator.md. */
export const generateOperatorDocs = (document: string): string =>
  fill(fill(fill(document, 'roles', rolesTable()), 'parameters', parametersTable()), 'calls', callsTable());

function rolesTable(): string {
  const rows = PERMISSION_NAMES.map((permission) => {
    const holders: readonly string[] = PERMISSIONS[permission];
    return `| ${permission} | ${ROLES.map((role) => (holders.includes(role) ? 'yes' : '')).join(' | ')} |\n`;
  });
  return `| may | ${ROLES.join(' | ')} |\n|---|${ROLES.map(() => '---|').join('')}\n${rows.join('')}`;
}

function parametersTable(): string {
  const rows = PARAMETER_KEYS.map((key) => {
    const { money, default: initial } = parameterSpec(key);
    return `| ${key} | \`${JSON.stringify(initial)}\` | ${money ? 'two' : 'one'} |\n`;
  });
  return `| parameter | until it is set | persons |\n|---|---|---|\n${rows.join('')}`;
}

function callsTable(): string {
  const rows = OPERATOR_CALL_NAMES.map((name) => {
    const spec = operatorCallSpec(name);
    const marks = [spec.stepUp ? 'fresh factor' : '', spec.command ? 'command' : ''].filter((mark) => mark !== '');
    return `| ${spec.method} ${spec.path} | ${fieldsOf(spec)} | ${spec.access} | ${marks.join(', ')} | ${spec.summary} |\n`;
  });
  return `| call | takes | who | | |\n|---|---|---|---|---|\n${rows.join('')}`;
}
