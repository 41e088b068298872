import { searchUsers } from '@glasshouse/server/operator/users/search';
import { createPool, type Pool } from '@glasshouse/server/platform/postgres';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { type Figure, median, quantile, type Report, ratio, readable, targetAtMost } from '../harness/report.ts';
import { startEmbeddedCluster } from '../sequencer/databases.ts';
import { FIRST_PERSON, fillPeople, timed, withoutIndexes } from './fill.ts';

const PEOPLE = 1_000_000;
const SEARCHES = 250;
const SMOKE = { people: 20_000, searches: 20 };
/** Every row is looked at for each of these. */
const SCANS = 8;
const LIMIT = 50;

export const userSearch: Bench = {
  name: 'user-search',
  about: 'an operator searches 10⁶ people by number, beginning, part and address, compared with reading the table',
  run,
};

interface NamedUser {
  readonly id: number;
  readonly username: string;
  readonly email: string;
}

/** What operators type, made of a person they look for. */
const WORDS: { readonly [kind: string]: (person: NamedUser, nth: number) => string } = {
  number: ({ id }) => String(id),
  'beginning of a name': ({ username }, nth) => username.slice(0, 2 + (nth % 7)),
  'part of a name or address': ({ username, email }, nth) => {
    // What nobody is called has to be looked for to the end.
    if (nth % 10 === 0) return `qz${username.slice(3, 6)}`;
    const text = nth % 2 === 0 ? username : email;
    const from = 1 + (nth % Math.max(1, text.length - 8));
    return text.slice(from, from + 3 + (nth % 5));
  },
  address: ({ email }) => email,
};

const search = (pool: Pool, q: string): Promise<{ readonly items: readonly unknown[] }> =>
  searchUsers(pool, { q }, { after: undefined, limit: LIMIT, from: null, to: null });

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  const people = isSmoke ? SMOKE.people : PEOPLE;
  const searches = isSmoke ? SMOKE.searches : SEARCHES;
  const cluster = await startEmbeddedCluster();
  const url = await cluster.database('people');
  const filled = await timed(() => fillPeople(url, people));
  await cluster.settle();
  print(`${readable(people)} people after ${readable(filled / 1_000)} s`);
  const pool = createPool(url, { max: 1, name: 'bench' });
  const scanning = createPool(url, { max: 1, name: 'bench' });

  const kinds = Object.keys(WORDS);
  const ours = new Map<string, number[]>(kinds.map((kind) => [kind, []]));
  const times = { medians: [] as number[], scans: [] as number[], limit: [] as number[] };
  // The first round only warms up connection and compiler.
  for (let round = 0; round <= rounds; round += 1) {
    const all: number[] = [];
    const { rows: named } = await pool.query<NamedUser>(
      `select id, username, email from users where id = any($1) and username is not null and email is not null`,
      [Array.from({ length: 3 * searches }, (_, nth) => FIRST_PERSON + spread(nth + round * 10_007, people))],
    );
    for (const kind of kinds) {
      const durations: number[] = [];
      for (let nth = 0; nth < searches; nth += 1) {
        const word = WORDS[kind]!(named[nth % named.length]!, nth);
        durations.push(await timed(() => search(pool, word)));
      }
      all.push(...durations);
      if (0 < round) ours.get(kind)!.push(quantile(durations, 0.99));
    }
    if (round === 0) continue;
    times.medians.push(median(all));
    times.limit.push(median(await each(named.slice(0, searches), ({ id }) => byKey(pool, id))));
    // Anew each time: an idle connection is closed after ten seconds, and its settings with it.
    await withoutIndexes(scanning);
    const few = named.slice(0, SCANS);
    times.scans.push(median(await each(few, ({ email }) => search(scanning, email.slice(2)))));
    const worst = Math.max(...kinds.map((kind) => ours.get(kind)!.at(-1)!));
    print(`round ${round}: slowest kind ${readable(worst)} ms at the 99th percentile`);
  }
  await assertSame(pool, scanning);
  await Promise.all([pool.end(), scanning.end()]);
  await cluster.stop();

  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'ms', values });
  const scan = figure('the same without indexes, median', times.scans);
  const middle = figure('Glasshouse: all kinds, median', times.medians);
  return {
    title: 'Searching people',
    setting: `${people.toLocaleString('en-US')} people with common names, a tenth of them guests; the read behind the operators' search, ${LIMIT} found at most, newest first, one search after the other from the embedded database. ${searches} searches of each kind a round: numbers; the first two to eight letters of names; three to seven letters of a name or address, every tenth in none; whole addresses. The peer reads the whole table for each. ${rounds} rounds after one that warms up.`,
    figures: [
      ...kinds.map((kind) => figure(`Glasshouse: by ${kind}, p99`, ours.get(kind)!)),
      middle,
      scan,
      figure('limit: one person by primary key, median', times.limit),
    ],
    targets: [
      ...kinds.map((kind) => targetAtMost(`by ${kind}, p99`, median(ours.get(kind)!), 50, ' ms')),
      targetAtMost('median compared with reading the table', ratio(middle, scan), 0.1, ' ×'),
    ],
  };
}

/** Numbers below `count` in no order, the same in every run. */
const spread = (nth: number, count: number): number => Number((BigInt(nth) * 2_654_435_761n) % BigInt(count));

async function each<Item>(items: readonly Item[], work: (item: Item) => Promise<unknown>): Promise<number[]> {
  const durations: number[] = [];
  for (const item of items) durations.push(await timed(() => work(item)));
  return durations;
}

const byKey = (pool: Pool, id: number): Promise<unknown> =>
  pool.query('select id, username, email, kind, status, language, created_at from users where id = $1', [id]);

/** Both ways find the same people. */
async function assertSame(pool: Pool, scanning: Pool): Promise<void> {
  for (const word of ['lomb', 'ha', 'nakamura1', '1234']) {
    const indexed = await search(pool, word);
    const scanned = await search(scanning, word);
    if (indexed.items.length === 0 || JSON.stringify(indexed) !== JSON.stringify(scanned)) {
      throw new Error(`“${word}” finds other people without indexes`);
    }
  }
}
