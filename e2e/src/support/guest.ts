import type { BodyOf, ParamsOf, QueryOf, ResultOf } from '@glasshouse/api';
import { callTable } from '@glasshouse/api/call-table';
import { BASE_PATH } from '@glasshouse/api/constants';
import { expect } from '@playwright/test';
import type { Person } from './person.ts';

type CallName = keyof typeof callTable;

interface CallInput<Name extends CallName> {
  readonly params?: ParamsOf<Name>;
  readonly query?: QueryOf<Name>;
  readonly body?: BodyOf<Name>;
}

/** Calls that a test makes directly, as any client could. */
export interface Api {
  readonly token: string;
  /** The answer, whether the call succeeded or was refused. */
  call<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<Answer<ResultOf<Name>>>;
  /** The result of a call that must succeed. */
  resultOf<Name extends CallName>(name: Name, input?: CallInput<Name>): Promise<ResultOf<Name>>;
}

export interface Answer<Result> {
  readonly code: number;
  readonly message?: string;
  readonly result: Result;
}

let calls = 0;

/** `book`: the account that it works on, as the `virtually` header names it. */
export function apiOf({ url, language }: Person, token: string, book: 'NO' | 'YES' = 'NO'): Api {
  const call = async <Name extends CallName>(
    name: Name,
    { params, query, body }: CallInput<Name> = {},
  ): Promise<Answer<ResultOf<Name>>> => {
    calls += 1;
    const answer = await fetch(`${url}${BASE_PATH}${pathOf(name, params)}${searchOf(query)}`, {
      method: callTable[name].method,
      headers: {
        authorization: token,
        virtually: book,
        lang: language,
        'idempotency-key': `e2e-${process.pid}-${calls}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    return (await answer.json()) as Answer<ResultOf<Name>>;
  };
  return {
    token,
    call,
    resultOf: async (name, input) => {
      const { code, message, result } = await call(name, input);
      expect({ name, code, message }).toMatchObject({ name, code: 200 });
      return result;
    },
  };
}

const pathOf = (name: CallName, params: unknown): string =>
  callTable[name].path.replace(/\{(\w+)\}/g, (_all, key: string) =>
    encodeURIComponent(String((params as Readonly<Record<string, unknown>>)[key])),
  );

/** Arrays become repeated keys. */
function searchOf(query: unknown): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries((query ?? {}) as Readonly<Record<string, unknown>>)) {
    for (const item of Array.isArray(value) ? value : [value]) search.append(key, String(item));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** A pattern for `page.route` that matches every request of a call. */
export const patternOf = (name: CallName): string => `**${BASE_PATH}${callTable[name].path.replace(/\{\w+\}/g, '*')}`;

/** Direct calls within the session of the page. */
export async function apiOfPage(person: Person, book: 'NO' | 'YES' = 'NO'): Promise<Api> {
  const token = await person.page.evaluate(() => localStorage.getItem('token'));
  return apiOf(person, token ?? '', book);
}

/**
 * Reads the warnings of all products, which come before the first order: by a direct call, since
 * most tests are about what comes after.
 */
export async function readWarnings(...apis: readonly Api[]): Promise<void> {
  for (const api of apis) {
    const { text, products } = await api.resultOf('getRiskWarning');
    for (const { product } of products) await api.call('acknowledgeRisk', { body: { product, text } });
  }
}

/**
 * Logs in as a new guest from the next page load on, without the steps on the home page. `hasRead`:
 * the risk warnings, on the demo book.
 */
export async function enterAsGuest(person: Person, { hasRead = true } = {}): Promise<Api> {
  const session = await apiOf(person, '').resultOf('loginAsGuest', { body: { language: person.language } });
  await person.context.addInitScript((account) => {
    // Only once: a test may log out.
    if (sessionStorage.getItem('entered') !== null) return;
    sessionStorage.setItem('entered', 'yes');
    localStorage.setItem('token', account.token);
    localStorage.setItem('user', JSON.stringify(account.user));
  }, session);
  const api = apiOf(person, session.token);
  if (hasRead) await readWarnings(api);
  return api;
}

/** The current price of a market. */
export async function priceOf(api: Api, code: string): Promise<number> {
  const { price } = await api.resultOf('getMarketInfo', { params: { id: code } });
  if (price === null) throw new Error(`${code} has no price yet`);
  return price;
}

/**
 * Converts at the next prices. They may differ by 1 % from those that were seen, which the feeds
 * of the tests never do between two ticks; a firm price has a band of a few hundredths, which any
 * tick may leave.
 */
export async function convertCoins(api: Api, conversion: { from: string; to: string; amount: string }) {
  const { id } = await api.resultOf('convert', { body: conversion });
  const conversionNow = async () => (await api.resultOf('listConversions')).items.find((item) => item.id === id);
  await expect.poll(async () => (await conversionNow())?.state).toBe('filled');
  return (await conversionNow()) as ResultOf<'convert'>;
}

/** Buys coins for an amount; the next price fills the order. */
export async function buyCoins(api: Api, code: string, amount: string): Promise<ResultOf<'placeSpotOrder'>> {
  const { id } = await api.resultOf('placeSpotOrder', { body: { code, side: 'buy', type: 'market', amount } });
  const orderNow = async () => (await api.resultOf('getSpotOrder', { params: { id } })).order;
  await expect.poll(async () => (await orderNow()).state).toBe('filled');
  return orderNow();
}
