import { expect, type Page, type Request, type Route } from '@playwright/test';
import { open, type Person } from './person.ts';

/** As the page asks, or what was asked last first: of any two answers each is the earlier one once. */
export const ORDERS = ['as asked', 'last first'] as const;
export type Order = (typeof ORDERS)[number];

/** Many times what any page asks for; more would be a page that never stops asking. */
const ANSWERS_MAX = 200;
/** Drawn so often without asking for anything, a page has all that it wants. */
const QUIET_TURNS = 3;

const isAnswer = (request: Request): boolean => new URL(request.url()).pathname.startsWith('/swx/');

/**
 * Opens a page and lets the answers that it waits for arrive one by one, each drawn before the next comes. That is how a slow
 * machine on a slow line sees it, and no clock is needed to make one.
 */
export async function openPiecemeal(person: Person, path: string, order: Order): Promise<void> {
  const { page } = person;
  const waiting: Route[] = [];
  let holds = true;
  const hold = async (route: Route): Promise<void> => {
    if (holds && isAnswer(route.request())) waiting.push(route);
    else await route.continue();
  };
  await page.route('**/*', hold);
  let isOpen = false;
  const opened = open(person, path).finally(() => {
    isOpen = true;
  });
  for (let answers = 0, quiet = 0; quiet < QUIET_TURNS; ) {
    const next = order === 'as asked' ? waiting.shift() : waiting.pop();
    if (next === undefined) {
      if (isOpen) quiet += 1;
    } else {
      quiet = 0;
      answers += 1;
      expect(answers).toBeLessThan(ANSWERS_MAX);
      await letIn(next);
    }
    await drawn(page);
  }
  await opened;
  holds = false;
  for (const route of waiting) await route.continue();
  await page.unroute('**/*', hold);
}

async function letIn(route: Route): Promise<void> {
  await route.continue();
  // Null for a request that the page has given up.
  const response = await route.request().response();
  await response?.finished();
}

/** In the first frame what came is drawn; what that makes the page ask for has been asked for before the second. */
const drawn = (page: Page): Promise<void> =>
  page
    .evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))))
    // The page before this one was just left.
    .catch(() => undefined);
