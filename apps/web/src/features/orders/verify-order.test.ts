import { createPrivateKey, createPublicKey, sign } from 'node:crypto';
import { MerkleTree } from '@glasshouse/rules/merkle';
import { formatPoints } from '@glasshouse/rules/money';
import { type TickReceipt, toHex } from '@glasshouse/rules/receipt';
import { type HashedTick, minuteBytes, tickHash } from '@glasshouse/rules/tick-hash';
import { expect, test } from 'vitest';
import { type Order, verifyOrder } from './verify-order.ts';

/**
 * An order over three ticks of one minute, signed like the tape with the key of RFC 8032, section
 * 7.1, test 1.
 */
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(SEED, 'hex')]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32).toString('hex');
const KEYS = [publicKey];

const MINUTE = 1_788_000_000_000;
const tickAt = (seq: number, mid: number): HashedTick => ({
  code: 'BTCUSDT',
  seq,
  bid: mid - 1,
  ask: mid + 1,
  mid,
  precision: 2,
  at: MINUTE + seq * 1000,
});
const TICKS = [tickAt(7, 6_301_234), tickAt(8, 6_301_300), tickAt(9, 6_301_100)];
const tree = new MerkleTree(TICKS.map((tick) => tickHash(tick)));
const previousHash = new Uint8Array(32);
const header = { at: MINUTE, tickCount: TICKS.length, root: tree.root, previousHash };
const signature = sign(null, minuteBytes(header), privateKey).toString('hex');

const receiptOf = (index: number): TickReceipt => ({
  version: 1,
  tick: TICKS[index] as HashedTick,
  minute: MINUTE,
  tickCount: TICKS.length,
  index,
  path: tree.path(index).map(toHex),
  root: toHex(tree.root),
  previousRootHash: toHex(previousHash),
  signature,
  publicKey,
});
const proven = (index: number) => {
  const { code, seq, bid, ask, mid, at } = TICKS[index] as HashedTick;
  const text = (points: number) => formatPoints(points, 2);
  const tick = { code, seq, bid: text(bid), ask: text(ask), mid: text(mid), at: new Date(at).toISOString() };
  return { tick, receipt: receiptOf(index) as TickReceipt | null };
};

function orderWith(change: (order: Order) => void = () => undefined): Order {
  const order = {
    code: 'BTCUSDT',
    direction: 'up',
    state: 'settled',
    outcome: 'win',
    entry: { seq: 7 },
    exit: { seq: 8 },
    receipt: { ticks: [proven(0), proven(1), proven(2)] },
  } as unknown as Order;
  change(order);
  return order;
}
const ticks = (order: Order) => order.receipt?.ticks as ReturnType<typeof proven>[];
const verdicts = (order: Order, keys = KEYS) => [...verifyOrder(order, keys).ticks.values()];

test('a correct order is proved, and its result follows', () => {
  expect(verdicts(orderWith())).toEqual(['proved', 'proved', 'proved']);
  expect(verifyOrder(orderWith(), KEYS).result).toBe(true);
});

test.each<[string, (order: Order) => void]>([
  ['a price that is shown but was not on the tape', (order) => (ticks(order)[1]!.tick.mid = '63013.01')],
  ['the time of another tick', (order) => (ticks(order)[1]!.tick.at = new Date(MINUTE).toISOString())],
  ['the proof of another tick', (order) => (ticks(order)[1]!.receipt = receiptOf(2))],
  ['a tick of another market', (order) => ((order as { code: string }).code = 'ETHUSDT')],
])('%s does not pass', (_name, change) => {
  expect(verdicts(orderWith(change))[1]).toBe('wrong');
});

test('a signature by an unpublished key does not pass', () => {
  expect(verdicts(orderWith(), [])).toEqual(['wrong', 'wrong', 'wrong']);
});

test('a missing proof is pending, not a failure', () => {
  const order = orderWith((changed) => (ticks(changed)[2]!.receipt = null));
  expect(verdicts(order)).toEqual(['proved', 'proved', 'pending']);
  expect(verifyOrder(order, KEYS).result).toBe(true);
});

test('an outcome that does not follow from the prices is detected', () => {
  const order = orderWith((changed) => ((changed as { outcome: string }).outcome = 'lose'));
  expect(verifyOrder(order, KEYS).result).toBe(false);
});
