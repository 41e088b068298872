import { sealBytes } from '@glasshouse/rules/proofs/seal';
import type { TreeProof } from '@glasshouse/rules/proofs/tree-proof';
import { parseEntry } from '../kernel/core/log-entry.ts';
import { entriesAt } from '../kernel/log/read-entries.ts';
import type { FindTick, OrderProof, ProofRequest, Prove, ProvenTick, TermsOf } from '../ledger/order-evidence.ts';
import { inputsBetween } from '../market-data/provenance/queries.ts';
import type { TapeKey } from '../market-data/tape/keys.ts';
import type { Pool } from '../platform/postgres.ts';
import { readAnchor } from './anchors.ts';
import type { RunQuery, TickRun } from './receipts.ts';
import type { ProveInTree } from './tree/tree-proofs.ts';

export interface ProveDeps {
  readonly pool: Pool;
  readonly key: TapeKey;
  readonly findTick: FindTick;
  readonly tickBefore: (query: { code: string; at: number }) => Promise<number | undefined>;
  readonly runs: (query: RunQuery) => Promise<TickRun[]>;
  readonly now: () => number;
  /** That entries are in the transparency log; left out: receipts say nothing of it. */
  readonly inTree?: ProveInTree;
}

type Entry = OrderProof['entries'][number];

/** As many log entries as a receipt may have. */
const ENTRIES_MAX = 1_200;
/** Windows up to this long show each of their ticks, so that gaps can be seen. */
const WINDOW_MS_MAX = 300_000;
/** Of other people and of operators only the place in the log is given. */
const SHOWN =
  /^(?:options|contracts|spot|convert)\.|^plans\.(?:define|buy|exit|pay|return)$|^loans\.(?:request|cancel|repay|service)$|^(?:books\.reset|instruments\.(?:adjust|end)|levels\.define|nfts\.(?:buy|certify)|prices\.opened)$/;

/** Proofs inside receipts: log entries as they are hashed, more ticks, the head, and the seal. */
export function createProve(deps: ProveDeps): Prove {
  const prove = async <Evidence extends object>(
    evidence: Evidence,
    request: ProofRequest,
  ): Promise<Evidence & { proof: OrderProof }> => {
    const { pool, key, findTick, now } = deps;
    const { window } = request;
    const terms = await Promise.all(request.terms.map((reference) => termsSeq(pool, reference, request.id)));
    const priced = await inputsBetween(
      pool,
      Math.min(request.id, ...request.seqs),
      Math.max(request.id, ...request.seqs),
    );
    const known = [...priced.seqs, ...terms.filter((seq) => seq !== undefined), ...request.seqs];
    const seqs = [...new Set(known)].slice(0, ENTRIES_MAX);
    const isShort = window !== undefined && window.to - window.from <= WINDOW_MS_MAX;
    const places = (request.ticks ?? []).filter((tick) => tick !== undefined);
    const [entries, ticks, runs, anchor] = await Promise.all([
      entriesOf(pool, seqs, request),
      Promise.all(places.map((tick) => findTick(tick))),
      isShort ? deps.runs(window) : [],
      readAnchor(pool, key, now()),
    ]);
    const tree = await deps.inTree?.(entries.filter(({ text }) => text !== null).map(({ seq }) => seq));
    const proof: Omit<OrderProof, 'signature'> = {
      version: 2,
      kind: request.kind,
      entries,
      ticks: ticks.filter((tick): tick is ProvenTick => tick !== undefined),
      runs,
      around: request.around ?? null,
      gapEnd: request.gapEnd ?? null,
      anchor,
      ...(tree !== undefined && { tree: wireOf(tree) }),
      inputs: [...priced.inputs],
      issuedAt: new Date(now()).toISOString(),
      publicKey: key.publicKey.toString('hex'),
    };
    const signature = key.sign(sealBytes({ ...evidence, proof })).toString('hex');
    return { ...evidence, proof: { ...proof, signature } };
  };
  return Object.assign(prove, { before: deps.tickBefore });
}

const wireOf = ({ hashes, entries, ...tree }: TreeProof): NonNullable<OrderProof['tree']> => ({
  ...tree,
  hashes: [...hashes],
  entries: entries.map(({ path, ...entry }) => ({ ...entry, path: [...path] })),
});

/** The core's own entry for one order of one person, although nobody's name is on it. */
const ALONE = /^spot\.trigger$/;

async function entriesOf(
  pool: Pool,
  seqs: readonly number[],
  { userId, id }: Pick<ProofRequest, 'userId' | 'id'>,
): Promise<Entry[]> {
  const isOwn = (user: number, type: string, text: string): boolean =>
    user === userId || (user === 0 && (!ALONE.test(type) || namesOnly(text, id)));
  return (await entriesAt(pool, seqs)).map(({ seq, user, type, at, text, hash, previous }) => ({
    seq,
    type,
    at: new Date(at).toISOString(),
    hash: hash.toString('hex'),
    previousHash: previous.toString('hex'),
    text: isOwn(user, type, text) && SHOWN.test(type) ? text : null,
  }));
}

const namesOnly = (text: string, id: number): boolean =>
  String((JSON.parse(text) as { body: { orders?: unknown } }).body.orders) === String(id);

/** The newest entry before the order that put this version in force. */
async function termsSeq(pool: Pool, { type, named, version }: TermsOf, before: number): Promise<number | undefined> {
  const name = named === undefined ? '' : `"${named[0]}":${JSON.stringify(named[1])}`;
  const { rows } = await pool.query<{ seq: number; entry: string }>(
    `select seq, entry from command_log
      where type = $1 and type like '%.define' and code = 200 and seq < $2 and ($3 = '' or position($3 in entry) > 0)
      order by seq desc limit 100`,
    [type, before, name],
  );
  const isIt = ({ entry }: { entry: string }): boolean => {
    const { body, result } = parseEntry(entry) as {
      body: Record<string, unknown>;
      result: { version?: number } | null;
    };
    if (named !== undefined && body[named[0]] !== named[1]) return false;
    return version === undefined || result?.version === version;
  };
  return rows.find(isIt)?.seq;
}
