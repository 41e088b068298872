import type { AuthDeps } from './deps.ts';

/**
 * Longer than any flush; when the core is gone, people get in without a book, which opens at the
 * next visit.
 */
const OPEN_TIMEOUT_MS = 5_000;

type Deps = Pick<AuthDeps, 'bus' | 'log'>;

/**
 * Opens the demo book of a user. Its id makes it happen once, however often it is asked for. True
 * when the book is open.
 */
export async function openBooks({ bus, log }: Deps, userId: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, OPEN_TIMEOUT_MS, undefined);
  });
  try {
    const opening = bus.submit({ id: `open:${userId}`, userId, book: 'demo', type: 'books.open', body: { rules: 2 } });
    const answer = await Promise.race([opening, timeout]);
    if (answer?.code === 200) return true;
    log.warn({ user: userId, answer: answer?.code }, 'the demo book is not open yet; the next visit asks again');
  } catch (error) {
    log.warn({ user: userId, err: error }, 'the demo book is not open yet; the next visit asks again');
  } finally {
    clearTimeout(timer);
  }
  return false;
}

/**
 * As `openBooks`, for a user who may have one already: asks the core only when there is no account.
 */
export async function ensureBooks(deps: Deps & Pick<AuthDeps, 'pool'>, userId: number): Promise<boolean> {
  const { rows } = await deps.pool.query<{ open: boolean }>(
    `select exists (select 1 from accounts where owner = $1 and book = 'demo') as open`,
    [userId],
  );
  return rows[0]?.open === true || openBooks(deps, userId);
}
