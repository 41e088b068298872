import { expect, type Page, type Route } from '@playwright/test';
import { open, type Person } from './person.ts';

/** As requested, or last request first: of any two responses, each comes first once. */
export const RESPONSE_ORDERS = ['as requested', 'last first'] as const;
export type ResponseOrder = (typeof RESPONSE_ORDERS)[number];

/** Many times what any page requests; beyond it, a page never stops requesting. */
const RESPONSES_MAX = 200;
/** After this many renders without a request, a page has everything. */
const QUIET_RENDERS = 3;

/** The calls that wait on a page; undefined while they pass. */
const held = new WeakMap<Page, { waiting: Route[] | undefined }>();

/**
 * A page is routed once and stays so: to take a route off while requests are paused is to race with
 * the browser, and a page whose request is lost waits for it without end.
 */
async function holdCalls(page: Page): Promise<Route[]> {
  const waiting: Route[] = [];
  const known = held.get(page);
  if (known !== undefined) known.waiting = waiting;
  else {
    const hold: { waiting: Route[] | undefined } = { waiting };
    held.set(page, hold);
    await page.route('**/swx/**', async (route) => {
      if (hold.waiting === undefined) await route.continue();
      else hold.waiting.push(route);
    });
  }
  return waiting;
}

/**
 * Opens a page and lets its responses arrive one at a time, each rendered before the next. A slow
 * machine on a slow line sees the page like this; staggering them needs no clock.
 */
export async function openStaggered(person: Person, path: string, order: ResponseOrder): Promise<void> {
  const { page } = person;
  const waiting = await holdCalls(page);
  let isOpen = false;
  const opened = open(person, path).finally(() => {
    isOpen = true;
  });
  for (let responses = 0, quiet = 0; quiet < QUIET_RENDERS; ) {
    const next = order === 'as requested' ? waiting.shift() : waiting.pop();
    if (next === undefined) {
      if (isOpen) quiet += 1;
    } else {
      quiet = 0;
      responses += 1;
      expect(responses).toBeLessThan(RESPONSES_MAX);
      await release(next);
    }
    await rendered(page);
  }
  await opened;
  const hold = held.get(page);
  if (hold !== undefined) hold.waiting = undefined;
  for (const route of waiting) await route.continue();
}

async function release(route: Route): Promise<void> {
  await route.continue();
  // Null if the page aborted the request.
  const response = await route.request().response();
  await response?.finished();
}

/**
 * The first frame renders what arrived; by the second, the requests that follow from it are out.
 */
const rendered = (page: Page): Promise<void> =>
  page
    .evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
    // The previous page was just left.
    .catch(() => undefined);
