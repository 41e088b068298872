import type { TestGateway } from './gateway.ts';
import { accepted } from './operator-gateway.ts';

export const MEMBER_PASSWORD = 'violet tram over seven bridges';

export interface TestMember {
  readonly id: number;
  readonly token: string;
  readonly username: string;
}

let members = 0;

/** A new person with an account, signed in; each one without a given name has another. */
export async function registerMember(gateway: Pick<TestGateway, 'call'>, given?: string): Promise<TestMember> {
  members += 1;
  const username = given ?? `Person${members}`;
  const body = { username, password: MEMBER_PASSWORD, confirmPassword: MEMBER_PASSWORD };
  const { user, token } = accepted(await gateway.call('register', { body }));
  return { id: user.id, token, username };
}
