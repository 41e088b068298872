import pg from 'pg';

/**
 * The one way to PostgreSQL. How values travel:
 *
 * | type          | read as                                                  | write as                         |
 * |---------------|----------------------------------------------------------|----------------------------------|
 * | `int8`        | number; a value that a number cannot hold is an error    | number, bigint or text           |
 * | `numeric`     | decimal text (`rules/money` turns it into an `Amount`)   | decimal text                     |
 * | `timestamptz` | epoch milliseconds (number), microseconds cut off        | `Date`, or `to_timestamp(ms/1000)` |
 * | `date`        | `YYYY-MM-DD` text                                        | text                             |
 * | `bytea`       | Buffer                                                   | Buffer                           |
 * | `jsonb`       | parsed                                                   | `JSON.stringify(value)`          |
 *
 * Every connection speaks UTC.
 */
export interface PoolOptions {
  /** Maximum number of open connections. */
  readonly max: number;
  /** Shown by the server in `pg_stat_activity`. */
  readonly name?: string;
  /** How long a statement may take; left out, as long as it likes. */
  readonly patienceMs?: number;
}

export type Pool = pg.Pool;
export type PoolClient = pg.PoolClient;
export type Client = pg.Client;

const OID = {
  int8: 20,
  numeric: 1700,
  date: 1082,
  timestamptz: 1184,
  int8Array: 1016,
  timestamptzArray: 1185,
} as const;

/** Timeout of a connection attempt. */
const CONNECT_TIMEOUT_MS = 10_000;
/** A server that lives cancels a late statement itself; a silent one gets this much longer. */
const SILENCE_MS = 1_000;
/**
 * Of a pool, whose thread may itself have stood still (a start on a busy machine): the answers of
 * that time are waiting, and a timer that is late must not throw them away.
 */
const POOL_SILENCE_MS = 30_000;
/** A peer that vanished without a word is noticed by both ends, over TCP, within this time. */
const PEER_GONE = [
  '-c tcp_keepalives_idle=5',
  '-c tcp_keepalives_interval=2',
  '-c tcp_keepalives_count=3',
  '-c tcp_user_timeout=11000',
].join(' ');
const KEEP_ALIVE_MS = 5_000;

export function createPool(url: string, options: PoolOptions): Pool {
  const pool = new pg.Pool({ ...clientConfig(url, options, POOL_SILENCE_MS), max: options.max });
  // An idle connection that the server closes (a restart, a failover) reports here; the pool
  // replaces it on the next use.
  pool.on('error', ignore);
  // A checked-out connection emits the error itself, and an unhandled one would end the process.
  // Its user sees the query fail.
  pool.on('connect', (client) => {
    client.on('error', ignore);
    reportErrors(client);
  });
  return pool;
}

const errorListeners = new Set<(error: Error) => void>();

/** Hears of every error that the server answers to a statement of this thread's pools. */
export function onDatabaseError(listener: (error: Error) => void): () => void {
  errorListeners.add(listener);
  return () => void errorListeners.delete(listener);
}

/** The driver tells the one who asked; its connection tells everybody. */
function reportErrors(client: pg.PoolClient): void {
  const { connection } = client as unknown as {
    connection: { on(event: 'errorMessage', listener: (error: Error) => void): void };
  };
  connection.on('errorMessage', (error) => {
    for (const listener of errorListeners) listener(error);
  });
}

/**
 * A single connection, for what needs a session of its own (advisory locks, COPY). The caller
 * connects and ends it.
 */
export function createClient(url: string, name?: string, patienceMs?: number): Client {
  const client = new pg.Client(
    clientConfig(url, { ...(name === undefined ? {} : { name }), ...(patienceMs === undefined ? {} : { patienceMs }) }),
  );
  client.on('error', ignore);
  return client;
}

/**
 * Asks by the driver's callback, for what is asked hundreds of times a second. The driver's own
 * promises chain each query to the next, so that all of them reach the old generation with their
 * values: an order then left 4 kB for the next full GC, now 1.5 kB.
 */
export function ask(client: Client, query: pg.QueryConfig): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    void client.query(query, (error: Error | null, result) => {
      if (error === null) resolve(result);
      else reject(error);
    });
  });
}

/** Ends a connection, politely if the server still listens. */
export async function endClient(client: Client): Promise<void> {
  const timer = setTimeout(() => socketOf(client).destroy(), SILENCE_MS);
  await client.end().catch(ignore);
  clearTimeout(timer);
}

/** The driver has no other way to close a connection whose server does not answer. */
const socketOf = (client: Client): { destroy(): void } =>
  (client as unknown as { connection: { stream: { destroy(): void } } }).connection.stream;

const ignore = (): void => undefined;

function clientConfig(
  url: string,
  { name = 'glasshouse', patienceMs }: Omit<PoolOptions, 'max'>,
  silenceMs = SILENCE_MS,
): pg.ClientConfig {
  const settings = ['-c TimeZone=UTC -c DateStyle=ISO -c IntervalStyle=postgres -c extra_float_digits=1', PEER_GONE];
  if (patienceMs !== undefined) {
    settings.push(`-c statement_timeout=${patienceMs} -c lock_timeout=${patienceMs}`);
    settings.push(`-c idle_in_transaction_session_timeout=${patienceMs}`);
  }
  return {
    connectionString: url,
    application_name: name,
    connectionTimeoutMillis: Math.max(silenceMs, Math.min(CONNECT_TIMEOUT_MS, patienceMs ?? CONNECT_TIMEOUT_MS)),
    ...(patienceMs === undefined ? {} : { query_timeout: patienceMs + silenceMs }),
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    options: settings.join(' '),
    types: { getTypeParser },
  };
}

type TextParser = (text: string) => unknown;

const PARSERS = new Map<number, TextParser>([
  [OID.int8, parseSafeInteger],
  [OID.numeric, String],
  [OID.date, String],
  [OID.timestamptz, parseTimestamp],
  [OID.int8Array, (text) => parseFlatArray(text, parseSafeInteger)],
  [OID.timestamptzArray, (text) => parseFlatArray(text, (item) => parseTimestamp(item.replaceAll('"', '')))],
]);

function getTypeParser(oid: number, format?: 'text' | 'binary'): TextParser {
  const own = format === 'binary' ? undefined : PARSERS.get(oid);
  return own ?? (pg.types.getTypeParser(oid, format as 'text') as TextParser);
}

/**
 * Throws where a JavaScript number would lose digits: a wrong number is worse than a failed query.
 */
export function parseSafeInteger(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`int8 ${text} does not fit into a number`);
  return value;
}

/** `2026-01-31 10:20:30.123456+00` to epoch milliseconds. */
export function parseTimestamp(text: string): number {
  const match = /^(\d{4,6}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?\+00$/.exec(text);
  const at =
    match === null ? Number.NaN : Date.parse(`${match[1]}T${match[2]}.${(match[3] ?? '').padEnd(3, '0').slice(0, 3)}Z`);
  if (Number.isNaN(at)) throw new RangeError(`timestamptz ${text} is not a time that we store`);
  return at;
}

function parseFlatArray<Item>(text: string, parse: (item: string) => Item): (Item | null)[] {
  const inner = text.slice(1, -1);
  return inner === '' ? [] : inner.split(',').map((item) => (item === 'NULL' ? null : parse(item)));
}
