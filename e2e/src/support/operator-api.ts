/** Direct calls within an operator's session, and customers whose cases wait in the queues. */
import { operatorCallTable } from '@glasshouse/api/operator/call-table';
import type { OperatorBodyOf, OperatorParamsOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { expect } from '@playwright/test';
import { newName, PASSWORD } from './accounts.ts';
import { changeDatabase } from './database.ts';
import { type Api, apiOf } from './guest.ts';
import type { Person } from './person.ts';
import type { ServerPlace } from './shared-server.ts';
import { appCode } from './totp.ts';

type CallName = keyof typeof operatorCallTable;
const OPERATOR_PATH = '/swx/operator';

let keys = 0;

/** The result of a call that must succeed, made by the page itself: its cookies are HttpOnly. */
export async function operatorResult<Name extends CallName>(
  { page }: Person,
  name: Name,
  input: { readonly params?: OperatorParamsOf<Name>; readonly body?: OperatorBodyOf<Name> } = {},
): Promise<OperatorResultOf<Name>> {
  const { method, path, command } = operatorCallTable[name];
  const params = (input.params ?? {}) as Readonly<Record<string, unknown>>;
  keys += 1;
  const answer = await page.evaluate(
    async ({ url, session, init }) => {
      const { csrf } = (await (await fetch(session)).json()).result;
      const headers = init.method === 'GET' ? init.headers : { ...init.headers, 'x-csrf-token': csrf };
      return (await fetch(url, { ...init, headers })).json();
    },
    {
      url: `${OPERATOR_PATH}${path.replace(/\{(\w+)\}/g, (_all, part: string) => String(params[part]))}`,
      session: `${OPERATOR_PATH}${operatorCallTable.getOperatorSession.path}`,
      init: {
        method,
        headers: {
          ...(method === 'POST' && { 'content-type': 'application/json' }),
          ...(command && { 'idempotency-key': `e2e-operator-${process.pid}-${keys}` }),
        },
        ...(method === 'POST' && { body: JSON.stringify(input.body ?? {}) }),
      },
    },
  );
  const { code, message } = answer;
  expect({ name, code, message }).toMatchObject({ name, code: 200 });
  return answer.result;
}

export interface Customer {
  readonly id: number;
  readonly username: string;
  /** On the real book. */
  readonly api: Api;
}

/** Registers somebody by direct calls, without a browser. */
export async function newCustomer(
  person: Pick<Person, 'url' | 'language'>,
  invited: { readonly inviteCode?: string } = {},
): Promise<Customer> {
  const username = newName();
  const body = { username, password: PASSWORD, confirmPassword: PASSWORD, ...invited };
  const { token, user } = await apiOf(person as Person, '').resultOf('register', { body });
  return { id: user.id, username, api: apiOf(person as Person, token, 'YES') };
}

/** Sets an authenticator app up; gives a code for each withdrawal to come. */
export async function secondSteps(place: Pick<ServerPlace, 'dataDir'>, { api, id }: Customer) {
  const { secret } = await api.resultOf('startTotp', { body: { password: PASSWORD } });
  await api.resultOf('confirmTotp', { body: { totp: appCode(secret) } });
  return async (): Promise<string> => {
    // Each code serves once, and the next one is half a minute away.
    await changeDatabase(place, 'update customer_totp set last_step = 0 where owner = $1', [id]);
    return appCode(secret);
  };
}

/** A deposit of the sandbox, found by its watcher and credited by the operator. */
export async function creditDeposit(operator: Person, { api }: Customer, amount: string): Promise<void> {
  const { id } = await api.resultOf('simulateDeposit', { body: { symbol: 'USDT', network: 'TRC20', amount } });
  const stateOf = async () => (await api.resultOf('getDeposit', { params: { id } })).state;
  await expect.poll(stateOf).toBe('reviewing');
  const body = { decision: 'approve', reason: 'As the chain says.' } as const;
  await operatorResult(operator, 'reviewDeposit', { params: { id }, body });
  await expect.poll(stateOf).toBe('approved');
}
