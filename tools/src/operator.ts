import { isOperatorName } from '@glasshouse/api/operator/names';
import { ROLES } from '@glasshouse/api/operator/permissions';
import { knownOperators, serverLink } from '@glasshouse/server/operator/server-links';
import type { MasterKey } from '@glasshouse/server/platform/master-key';
import type { Pool } from '@glasshouse/server/platform/postgres';
import type { Checked } from './verify-receipt.ts';

const problem = (text: string): Checked => ({ ok: false, lines: [text] });

/**
 * Links only: the operator is made by using the link, through the running server and its log. So
 * it works whether or not the server runs now.
 */
export async function operatorCommand(
  pool: Pool,
  command: {
    readonly action: string;
    readonly args: readonly string[];
    readonly master: MasterKey;
    readonly site: string;
    readonly now: number;
  },
): Promise<Checked> {
  const known = await knownOperators(pool);
  if (command.action === 'list') {
    const lines = known.map(({ name, roles, state }) => `${name.padEnd(32)} ${state.padEnd(9)} ${roles.join(', ')}`);
    return { ok: true, lines: lines.length === 0 ? ['no operators'] : lines };
  }
  const [name = ''] = command.args;
  const operator = known.find((candidate) => candidate.name === name);
  const print = (address: string): Checked => ({ ok: true, lines: [address, 'Open it once, within 24 hours.'] });
  if (command.action === 'add') {
    const role = command.args[1] === '--role' ? (command.args[2] ?? '') : 'owner';
    if (!isOperatorName(name)) return problem('A name has 3 to 32 small letters, digits, dots, dashes or underscores.');
    if (!(ROLES as readonly string[]).includes(role)) return problem(`A role is one of ${ROLES.join(', ')}.`);
    if (operator !== undefined)
      return problem(`${name} is an operator already; "operator recover ${name}" starts over.`);
    return print(await serverLink(pool, { name, roles: [role], operator: null }, command));
  }
  if (command.action !== 'recover') return problem('operator add <name>, operator recover <name> or operator list');
  if (operator === undefined) return problem(`There is no operator ${name}.`);
  if (operator.state !== 'active')
    return problem(`${name} is disabled; another owner has to enable the account first.`);
  return print(await serverLink(pool, { name, roles: operator.roles, operator: operator.id }, command));
}
