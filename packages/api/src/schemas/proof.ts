import { Type } from 'typebox';
import { epochMs, hex, identifier, instrumentCode, list, nullable, strict, timestamp, words } from './common.ts';
import { provenTick } from './market.ts';

/** As `@glasshouse/rules/proofs/anchor` verifies it. */
export const anchor = strict({
  version: Type.Literal(1),
  seq: Type.Integer({ minimum: 0, description: 'The last durable entry of the command log.' }),
  hash: hex(32, 'Its hash: it stands for every entry before it.'),
  at: epochMs(),
  minute: nullable(epochMs('The last signed minute of the tape.')),
  minuteHash: nullable(hex(32, 'Hash of its header: it stands for every minute before it.')),
  publicKey: hex(32, 'Verification key; compare with listPublicKeys.'),
  signature: hex(64, 'Ed25519 signature over all of it.'),
});

/** Compared with a head that an answer named: whether later ones extend it. */
export const logHash = strict({
  seq: Type.Integer({ minimum: 1, description: 'Entry of the command log.' }),
  hash: hex(32, 'Its hash: it stands for every entry before it.'),
});

/** As `@glasshouse/rules/proofs/checkpoint` verifies it. */
export const checkpoint = strict({
  version: Type.Literal(1),
  seq: Type.Integer({ minimum: 0, description: 'The entry of the command log that the state is after.' }),
  hash: hex(32, 'Its hash: it stands for every entry before it.'),
  format: Type.Integer({ minimum: 1, description: 'How the state is encoded.' }),
  rules: Type.Integer({ minimum: 1, description: 'Version of the rules that made it.' }),
  root: hex(32, 'Hash of the state: every account and every row that is live.'),
  accounts: Type.Integer({ minimum: 0 }),
  rows: Type.Integer({ minimum: 0 }),
  at: epochMs(),
  publicKey: hex(32, 'Verification key; compare with listPublicKeys.'),
  signature: hex(64, 'Ed25519 signature over all of it.'),
});

const points = () => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });

export const tickRun = strict({
  code: instrumentCode(),
  precision: Type.Integer({ minimum: 0, maximum: 10 }),
  minute: epochMs(),
  tickCount: Type.Integer({ minimum: 1 }),
  index: Type.Integer({ minimum: 0, description: 'Place of the first leaf.' }),
  firstSeq: identifier('Number of the first tick; the others follow.'),
  ticks: list(
    Type.Tuple([points(), points(), points(), points()], { description: 'Bid, mid, ask, epoch ms.' }),
    20_000,
  ),
  left: list(hex(32, 'Sibling left of the run, from below.'), 32),
  right: list(hex(32, 'Sibling right of it.'), 32),
  root: hex(32, 'Root of the minute.'),
  previousRootHash: hex(32, "Hash of the previous minute's signed header."),
  signature: hex(64, "Ed25519 signature over the minute's header."),
  publicKey: hex(32, 'Verification key.'),
});

export const EVIDENCE_KINDS = [
  'option',
  'contract',
  'spot',
  'conversion',
  'plan',
  'loan',
  'nft',
  'certificate',
] as const;

const base64Hash = () =>
  Type.String({ pattern: '^[A-Za-z0-9+/]{43}=$', description: 'SHA-256 in base64.', maxLength: 44 });

/** As `@glasshouse/rules/proofs/tree-proof` verifies it. */
const treeProof = strict({
  head: words('Signed head of the transparency log (C2SP tlog-checkpoint).'),
  publicKey: hex(32, 'Key that signed it; compare with listPublicKeys.'),
  hashes: list(base64Hash(), 40_000),
  entries: list(
    strict({
      seq: identifier('Entry of the command log; its index in the tree is one less.'),
      nonce: hex(32, 'What hides it: SHA-256("glasshouse/log-entry/1\\n" ‖ nonce ‖ hash) is the entry of the tree.'),
      path: list(Type.Integer({ minimum: 0, description: 'Place in `hashes`, from the leaf up.' }), 63),
    }),
    1_200,
  ),
});

/** What makes a receipt provable by itself; `@glasshouse/rules/proofs/verify` verifies it. */
export const proof = strict({
  version: Type.Literal(2),
  kind: Type.Enum([...EVIDENCE_KINDS]),
  entries: list(
    strict({
      seq: identifier('Entry of the command log.'),
      type: words('Command.'),
      at: timestamp(),
      hash: hex(32, 'SHA-256 of the previous hash and the text.'),
      previousHash: hex(32, 'Hash of the entry before it.'),
      text: nullable(words("Exactly what is hashed. Null: another person's.")),
    }),
    1_200,
  ),
  ticks: list(provenTick, 16),
  runs: list(tickRun, 8),
  around: nullable(identifier('Option without an entry: the last tick before it.')),
  gapEnd: nullable(identifier('Option void by a gap: the tick that ended it.')),
  anchor,
  tree: Type.Optional(treeProof),
  inputs: list(words('Where prices come from that could be typed: a folder of recordings, an address.'), 8),
  issuedAt: timestamp(),
  publicKey: hex(32, 'Verification key; compare with listPublicKeys.'),
  signature: hex(64, 'Ed25519 signature over the whole receipt.'),
});
