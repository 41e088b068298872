import type { OperatorQueryOf, OperatorResultOf } from '@glasshouse/api/operator/calls';
import { type PageRequest, pageOf } from '../../platform/paging.ts';
import type { Pool } from '../../platform/postgres.ts';

type FoundUsers = OperatorResultOf<'searchUsers'>;
export type FoundUser = FoundUsers['items'][number];
export type SearchQuery = Pick<OperatorQueryOf<'searchUsers'>, 'q' | 'status' | 'guests'>;

export interface UserRow {
  readonly id: number;
  readonly username: string | null;
  readonly email: string | null;
  readonly kind: 'guest' | 'user';
  readonly status: FoundUser['status'];
  readonly language: FoundUser['language'];
  readonly created_at: number;
}

export const foundUser = (row: UserRow): FoundUser => ({
  id: row.id,
  username: row.username,
  email: row.email,
  guest: row.kind === 'guest',
  status: row.status,
  language: row.language,
  createdAt: new Date(row.created_at).toISOString(),
});

export const USER_COLUMNS = 'id, username, email, kind, status, language, created_at';
/**
 * Only letters and digits in a row have an index of parts. Other words are looked up as beginnings:
 * their parts are in too many names.
 */
const HAS_PARTS = /[a-z0-9]{3}/;
/** A word that is in many names is soon found among the newest people, without any index. */
const NEWEST = 4_000;
/** As in the indexes of names: a block has 65,536 numbers. */
const BLOCK_BITS = 16;
/** Name and address, as they are in the index of parts. */
const NAMES = `lower(coalesce(username, '') || chr(10) || coalesce(email, ''))`;
const IS_NAMED = '(username is not null or email is not null)';

/** A part that these newest blocks hold too seldom is in so few names that all are looked at. */
const BLOCKS = 2;
/** Looking for each part of a long word takes longer than looking at the names that have some. */
const PARTS_OF = 8;

const escaped = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/**
 * People, newest first: the newest one by one, then the newest blocks through the indexes, then
 * everybody, and no further than a page needs. A number finds the person of that number first; a
 * word finds names and addresses that contain it.
 */
export async function searchUsers(pool: Pool, query: SearchQuery, page: PageRequest): Promise<FoundUsers> {
  const word = query.q?.trim().toLowerCase() ?? '';
  const number = /^[1-9][0-9]{0,15}$/.test(word) ? Number(word) : undefined;
  const values: unknown[] = [page.after?.[0] ?? Number.MAX_SAFE_INTEGER];
  const bind = (value: unknown): string => `$${values.push(value)}`;

  const conditions: string[] = ['id < $1'];
  if (query.status !== undefined) conditions.push(`status = ${bind(query.status)}`);
  if (query.guests === 'only') conditions.push(`kind = 'guest'`);
  // A guest is found by number alone, as there is nothing else to find one by.
  else if (query.guests === undefined && number === undefined) conditions.push(`kind = 'user'`);
  const limit = page.limit + 1;
  const select = (from: string, where: readonly string[]): string =>
    `select ${USER_COLUMNS} from ${from} where ${[...conditions, ...where].join(' and ')}`;
  const read = async (text: string): Promise<UserRow[]> => (await pool.query<UserRow>(text, values)).rows;
  const newestFirst = (from: string, where: readonly string[] = []): Promise<UserRow[]> =>
    read(`${select(from, where)} order by id desc limit ${limit}`);
  if (word === '') return pageOf(await newestFirst('users'), page.limit, foundUser, ({ id }) => [id]);

  const hasParts = HAS_PARTS.test(word);
  const where = hasParts ? partsOf(word, bind) : beginningOf(word, bind);
  if (number !== undefined) where.push(`id <> ${bind(number)}`);
  const isRareStatus = query.status !== undefined && query.status !== 'active';
  const rows = await (isRareStatus ? newestFirst('users', where) : find());

  async function find(): Promise<UserRow[]> {
    const newest = `(select * from users where id < $1 order by id desc limit ${NEWEST}) newest`;
    const among = await newestFirst(newest, where);
    if (limit <= among.length) return among;
    // Numbers, not a query within the query: the database shall know that the blocks are few.
    const last = Math.min((page.after?.[0] ?? Number.MAX_SAFE_INTEGER) - 1, await newestId(pool));
    const block = Math.floor(last / 2 ** BLOCK_BITS);
    const least = hasParts ? Math.max(0, block - BLOCKS + 1) : 0;
    // The sums keep the database from walking through everybody by number.
    const inBlock = `${select('users', [`id >> ${BLOCK_BITS} = block`, ...where])} order by id + 0 desc limit ${limit}`;
    const blocks = `generate_series(${block}::bigint, ${least}, -1) block`;
    const found = await read(`select found.* from ${blocks}, lateral (${inBlock}) found limit ${limit}`);
    if (limit <= found.length || least === 0) return found;
    return await read(`${select('users', where)} order by id + 0 desc limit ${limit}`);
  }

  const isFirst = page.after === undefined && number !== undefined;
  const numbered = isFirst ? await numberedUser(pool, query, number) : undefined;
  const all = numbered === undefined ? rows : [numbered, ...rows];
  // Behind the person of that number come all others, newer ones too.
  const place = (row: UserRow): number[] => [row === numbered ? Number.MAX_SAFE_INTEGER : row.id];
  return pageOf(all, page.limit, foundUser, place);
}

type Bind = (value: unknown) => string;

const beginningOf = (word: string, bind: Bind): string[] => {
  const pattern = bind(`${escaped(word)}%`);
  return [`(lower(username) like ${pattern} or lower(email) like ${pattern})`];
};

function partsOf(word: string, bind: Bind): string[] {
  const part = rarePart(word);
  const where = [IS_NAMED, `${NAMES} like ${bind(`%${escaped(part)}%`)}`];
  // Put together with nothing, it is not looked for in the index.
  if (part !== word) where.push(`${NAMES} || '' like ${bind(`%${escaped(word)}%`)}`);
  return where;
}

/** The part of a long word that is likely in the fewest names: of digits and rare letters. */
function rarePart(word: string): string {
  const [person = ''] = word.split('@', 1);
  const from = HAS_PARTS.test(person) ? person : word;
  if (word.length <= PARTS_OF) return word;
  let best = { part: word, score: -1 };
  for (let at = 0; at === 0 || at + PARTS_OF <= from.length; at += 1) {
    const part = from.slice(at, at + PARTS_OF);
    const score = [...part].reduce((sum, sign) => sum + (/[0-9]/.test(sign) ? 2 : /[jkqvwxyz]/.test(sign) ? 1 : 0), 0);
    if (best.score < score && HAS_PARTS.test(part)) best = { part, score };
  }
  return best.part;
}

async function newestId(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ id: number | null }>('select max(id) as id from users');
  return rows[0]?.id ?? 0;
}

async function numberedUser(pool: Pool, query: SearchQuery, id: number): Promise<UserRow | undefined> {
  const { rows } = await pool.query<UserRow>(
    `select ${USER_COLUMNS} from users where id = $1 and ($2::text is null or status = $2) and (not $3 or kind = 'guest')`,
    [id, query.status ?? null, query.guests === 'only'],
  );
  return rows[0];
}
