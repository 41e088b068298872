import { expect } from '@playwright/test';
import type { Person } from './person.ts';

/** Calls of the product that a test makes beside the page, as any program could. */
export interface Api {
  readonly token: string;
  call<Result>(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer<Result>>;
}

export interface Answer<Result> {
  readonly code: number;
  readonly message?: string;
  readonly result: Result;
}

interface Account {
  readonly token: string;
  readonly user: { readonly id: number; readonly name: string | null };
}

let calls = 0;

export function apiOf({ url, language }: Person, token: string): Api {
  return {
    token,
    call: async (method, path, body) => {
      calls += 1;
      const answer = await fetch(`${url}/swx/customer${path}`, {
        method,
        headers: {
          authorization: token,
          virtually: 'NO',
          lang: language,
          'idempotency-key': `e2e-${process.pid}-${calls}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      return (await answer.json()) as never;
    },
  };
}

/** The session of the page, for calls beside it. */
export async function apiOfPage(person: Person): Promise<Api> {
  const token = await person.page.evaluate(() => localStorage.getItem('token'));
  return apiOf(person, token ?? '');
}

/** Logged in as a new guest from the next page on, without walking through the home page. */
export async function enterAsGuest(person: Person): Promise<Api> {
  const { code, result } = await apiOf(person, '').call<Account>('POST', '/login/guest', { language: person.language });
  expect(code).toBe(200);
  await person.context.addInitScript((account) => {
    // Only once: a test may log out.
    if (sessionStorage.getItem('entered') !== null) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('token', account.token);
    localStorage.setItem('user', JSON.stringify(account.user));
  }, result);
  return apiOf(person, result.token);
}
