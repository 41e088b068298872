import { hash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { LogPoint, LostHistoryError } from './store.ts';
import type { CommandInput, CoreModule, Outcome } from './types.ts';

/**
 * What somebody decided about a database that is older than what was acknowledged. Goes into the
 * log as it is: whoever lost an order finds here when, and by whose decision.
 */
export type Acceptance = {
  /** The newest entry that was durable, and its hash. */
  readonly acknowledged: number;
  readonly acknowledgedHash: string;
  /** Where the database ended instead. */
  readonly found: number;
  readonly foundHash: string;
  readonly reason: string;
  readonly decidedAt: number;
};

const NAME = 'accept-restored.json';

/** Read by the next start of the core, which alone writes the log. */
export function writeAcceptance(dataDir: string, acceptance: Acceptance): void {
  writeFileSync(join(dataDir, NAME), `${JSON.stringify(acceptance, null, 2)}\n`, { mode: 0o600, flush: true });
}

export function readAcceptance(dataDir: string): Acceptance | undefined {
  try {
    return JSON.parse(readFileSync(join(dataDir, NAME), 'utf8')) as Acceptance;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

export const forgetAcceptance = (dataDir: string): void => rmSync(join(dataDir, NAME), { force: true });

export const acceptanceOf = (
  { known, found }: { readonly known: LogPoint; readonly found: LogPoint },
  decided: { readonly reason: string; readonly at: number },
): Acceptance => ({
  acknowledged: known.sequence,
  acknowledgedHash: known.hash.toString('hex'),
  found: found.sequence,
  foundHash: found.hash.toString('hex'),
  reason: decided.reason,
  decidedAt: decided.at,
});

/** Only for exactly the loss that was looked at: a second one must be decided on its own. */
export const isAccepted = (acceptance: Acceptance, { known, found }: LostHistoryError): boolean =>
  acceptance.acknowledged === known.sequence &&
  acceptance.acknowledgedHash === known.hash.toString('hex') &&
  acceptance.found === found.sequence &&
  acceptance.foundHash === found.hash.toString('hex');

/** The same decision has the same id, so that it is in the log once, whenever the core crashes. */
export const restoredCommand = (acceptance: Acceptance): CommandInput => ({
  id: `core.restored:${hash('sha256', JSON.stringify(acceptance)).slice(0, 32)}`,
  userId: 0,
  book: 'demo',
  type: 'core.restored',
  body: acceptance,
});

/** The file that outlives the database was not there, although there had been starts before. */
export const headMissingCommand = (at: number): CommandInput => ({
  id: `core.headMissing:${at}`,
  userId: 0,
  book: 'demo',
  type: 'core.headMissing',
  body: null,
});

const noted = (): Outcome => ({ ok: true, result: null, postings: [], rows: [], events: [] });

/** What the log says about itself. */
export const historyModule: CoreModule = {
  name: 'history',
  initial: () => undefined,
  tables: [],
  reduce: () => undefined,
  handlers: { 'core.restored': noted, 'core.headMissing': noted },
  gather: {},
  internal: ['core.restored', 'core.headMissing'],
};
