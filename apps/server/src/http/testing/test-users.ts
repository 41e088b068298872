import type { TestGateway } from './gateway.ts';
import { accepted } from './operator-gateway.ts';

export const USER_PASSWORD = 'violet tram over seven bridges';

export interface TestUser {
  readonly id: number;
  readonly token: string;
  readonly username: string;
}

let registered = 0;

/** A new person with an account, signed in; each one without a given name has another. */
export async function registerTestUser(gateway: Pick<TestGateway, 'call'>, ownName?: string): Promise<TestUser> {
  registered += 1;
  const username = ownName ?? `Person${registered}`;
  const body = { username, password: USER_PASSWORD, confirmPassword: USER_PASSWORD };
  const { user, token } = accepted(await gateway.call('register', { body }));
  return { id: user.id, token, username };
}
