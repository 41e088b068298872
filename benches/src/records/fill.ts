import { createClient, type Pool } from '@glasshouse/server/platform/postgres';
import type { BenchCluster } from '../sequencer/databases.ts';

/** Runs the statements on one connection, so that settings stay. */
export async function runOn(url: string, statements: readonly string[]): Promise<void> {
  const client = createClient(url, 'bench');
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}

/**
 * Fills a table without its plain indexes and makes them afterwards: a row at a time, the word
 * parts alone would take minutes.
 */
async function fillWithoutIndexes(url: string, table: string, statements: readonly string[]): Promise<void> {
  const client = createClient(url, 'bench');
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; definition: string }>(
      `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
        where i.indrelid = $1::regclass and not exists (select from pg_constraint c where c.conindid = i.indexrelid)`,
      [table],
    );
    for (const { name } of rows) await client.query(`drop index ${name}`);
    for (const statement of statements) await client.query(statement);
    await client.query(`set maintenance_work_mem = '256MB'`);
    for (const { definition } of rows) await client.query(definition);
    await client.query(`vacuum (analyze) ${table}`);
  } finally {
    await client.end();
  }
}

/** Number of the first person. */
export const FIRST_PERSON = 1_000;

const FIRST_NAMES =
  'Amelie Bernard Carla Dimitri Elena Farid Giulia Hiroshi Ingrid Jorge Katarina Liam Marta Nikolai Olivia Pablo Quentin Rosa Somchai Tomas Ursula Viktor Wanida Xavier Yuki Zeynep Annika Bruno Chloe Duncan Emre Freya Gustav Hannah Ivan Johanna Kenji Lucia Mohammed Noor';
const LAST_NAMES =
  'Adler Bianchi Chaiyasit Dubois Eriksen Fernandez Gruber Hassan Ito Jansen Kowalski Lehmann Moreau Nakamura Okafor Petrov Quiroga Rossi Schneider Tanaka Ueda Vargas Weber Xu Yilmaz Zimmermann Almeida Berger Castillo Drummond Esposito Fischer Garcia Hofmann Ivanova Jung Keller Lombardi Meyer Novak';
/** Most people have their address with one of few. */
const DOMAINS =
  'gmail.com gmail.com gmail.com gmail.com outlook.com outlook.com yahoo.co.jp naver.com gmx.de orange.fr libero.it example.org';

const list = (words: string): string => `string_to_array('${words}', ' ')`;
/** A word of a list by the hash of the row: the same in every run, in no order. */
const pick = (words: string, salt: number): string =>
  `(${list(words)})[1 + (hashint8extended(n, ${salt}) & 1073741823) % ${words.split(' ').length}]`;

/**
 * People as a platform has them: a tenth are guests, a fifth have no name of their own, a few no
 * address. Names are common ones with a number behind, so that any part of one is in many.
 */
export async function fillPeople(url: string, count: number): Promise<void> {
  await fillWithoutIndexes(url, 'users', [
    `insert into users (id, username, email, password_hash, kind, language, invite_code, created_at)
     select ${FIRST_PERSON - 1} + n,
            case when n % 10 > 1 then first || (array['', '_', '.'])[1 + n % 3] || last || to_hex(n) end,
            case when n % 10 > 0 and n % 20 <> 7 then lower(first) || '.' || lower(last) || n || '@' || domain end,
            case when n % 10 > 0 then 'no password' end, case when n % 10 > 0 then 'user' else 'guest' end, 'en',
            'bench' || n, timestamptz '2025-01-01' + n * interval '30 s'
       from (select n, ${pick(FIRST_NAMES, 1)} as first, ${pick(LAST_NAMES, 2)} as last, ${pick(DOMAINS, 3)} as domain
               from generate_series(1::bigint, ${count}) n) of`,
  ]);
}

/** Whose statement is read. */
export const READER = FIRST_PERSON;
const OTHERS = 1_000;
/** Lines of a log entry: an order's hold (two), what it took, what it gave. */
const LINES_OF_ENTRY = 4;
export const STATEMENT_STARTED = '2025-01-01';
const STARTED = STATEMENT_STARTED;
const ENTRY_SECONDS = 60;

/** The middle of the filled time, and a day later. */
export function middleDay(lines: number): { readonly from: string; readonly to: string } {
  const start = Date.parse(`${STARTED}T00:00:00Z`) + (lines / LINES_OF_ENTRY) * ENTRY_SECONDS * 1_000;
  return { from: new Date(start).toISOString(), to: new Date(start + 86_400_000).toISOString() };
}

/**
 * A person with that many lines, and as many of a thousand others between them. One order in a
 * thousand is in a coin that is hardly ever traded.
 */
export async function fillStatement(url: string, lines: number): Promise<void> {
  const entries = (2 * lines) / LINES_OF_ENTRY;
  const kinds = `(values ('available', 0), ('held', 1)) k (kind, place)`;
  const assets = `(values ('USDT', 0), ('BTC', 1), ('XTZ', 2)) a (asset, nth)`;
  const accounts = `insert into accounts (id, owner, book, asset, kind, balance)`;
  const posting = (idx: number, from: string, to: string, reason: string): string =>
    `(${idx}, ${from}, ${to}, '${reason}')`;
  // Of each owner six accounts, a pair for each asset; those of the house come first.
  const person = '(6 * (1 + who) + 2 * nth)';
  const house = '(2 * nth)';
  await runOn(url, [
    `insert into users (id, username, password_hash, kind, language, invite_code, created_at)
     values (${READER}, 'reader', 'no password', 'user', 'en', 'reader', '${STARTED}')`,
    `${accounts} select 2 * nth + place, 0, 'real', asset, case place when 0 then 'external' else 'fees' end, 0
       from ${kinds}, ${assets}`,
    `${accounts} select 6 * (1 + who) + 2 * nth + place, ${READER} + who, 'real', asset, kind, 1000
       from generate_series(0, ${OTHERS}) who, ${kinds}, ${assets}`,
    `insert into command_log (seq, command_id, user_id, type, code, at, entry, hash)
     select n, 'bench:' || n, ${READER}, 'spot.submit', 200, timestamptz '${STARTED}' + n * interval '${ENTRY_SECONDS} s',
            repeat('x', 200), sha256(int8send(n)) from generate_series(1::bigint, ${entries}) n`,
  ]);
  await fillWithoutIndexes(url, 'postings', [
    `insert into postings (seq, idx, from_id, to_id, amount, from_balance, to_balance, reason, ref, user_id, book, asset, at)
     select n, idx, from_id, to_id, 1 + n % 997 / 100.0, n % 100000 + 0.25, n % 70000 + 0.5, reason, n::text, ${READER} + who,
            'real', (array['USDT', 'BTC', 'XTZ'])[1 + nth], timestamptz '${STARTED}' + n * interval '${ENTRY_SECONDS} s'
       from (select n, case n % 2 when 0 then 0 else 1 + n / 2 % ${OTHERS} end as who,
                    case when n % 1000 = 500 then 2 else n / 2 % 2 end as nth
               from generate_series(1::bigint, ${entries}) n) entry,
            lateral (values ${posting(0, person, `${person} + 1`, 'spot.hold')}, ${posting(1, `${person} + 1`, house, 'spot.buy')},
                            ${posting(2, house, person, 'spot.buy')}) p (idx, from_id, to_id, reason)`,
  ]);
  await runOn(url, ['vacuum (analyze) accounts', 'vacuum (analyze) command_log', 'analyze users']);
}

/** A database with that statement, flushed to disk. */
export async function statementDatabase(cluster: BenchCluster, lines: number): Promise<string> {
  const url = await cluster.database('statement');
  await fillStatement(url, lines);
  await cluster.settle();
  return url;
}

/** Milliseconds of one call. */
export async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await work();
  return performance.now() - startedAt;
}

/** A pool of one connection that has to read whole tables: what a search costs without indexes. */
export async function withoutIndexes(pool: Pool): Promise<void> {
  for (const scan of ['bitmapscan', 'indexscan', 'indexonlyscan']) await pool.query(`set enable_${scan} = off`);
}
