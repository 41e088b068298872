import { createHash, createPrivateKey, createPublicKey, sign } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MerkleTree } from './merkle.ts';
import { keyIdOf, type TickReceipt, toHex, verifyReceipt } from './receipt.ts';
import { compareTicks, type HashedTick, minuteBytes, minuteHash, tickBytes, tickHash } from './tick-hash.ts';

// The public test key of RFC 8032, section 7.1, test 1, so that anyone can reproduce the vectors.
const SEED = '9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60';
const privateKey = createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), Buffer.from(SEED, 'hex')]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = createPublicKey(privateKey).export({ format: 'der', type: 'spki' }).subarray(-32);

const MINUTE = 1_788_000_000_000 - (1_788_000_000_000 % 60_000);
const TICKS: HashedTick[] = [
  { code: 'BTCUSDT', seq: 7, bid: 6_301_233, ask: 6_301_235, mid: 6_301_234, precision: 2, at: MINUTE + 400 },
  { code: 'BTCUSDT', seq: 8, bid: 6_301_300, ask: 6_301_310, mid: 6_301_305, precision: 2, at: MINUTE + 1_400 },
  { code: 'EURUSD', seq: 1, bid: 108_120, ask: 108_124, mid: 108_122, precision: 5, at: MINUTE },
  { code: 'GC', seq: 99, bid: 23_511, ask: 23_515, mid: 23_513, precision: 1, at: MINUTE + 59_999 },
  { code: 'SHIBUSDT', seq: 4, bid: 2_201, ask: 2_203, mid: 2_202, precision: 8, at: MINUTE + 30_000 },
];

function receiptOf(index: number, previousHash: Uint8Array = new Uint8Array(32)): TickReceipt {
  const ticks = [...TICKS].sort(compareTicks);
  const tree = new MerkleTree(ticks.map((tick) => tickHash(tick)));
  const header = { at: MINUTE, tickCount: ticks.length, root: tree.root, previousHash };
  return {
    version: 1,
    tick: ticks[index]!,
    minute: MINUTE,
    tickCount: ticks.length,
    index,
    path: tree.path(index).map(toHex),
    root: toHex(tree.root),
    previousRootHash: toHex(previousHash),
    signature: sign(null, minuteBytes(header), privateKey).toString('hex'),
    publicKey: publicKey.toString('hex'),
  };
}

describe('tick receipt', () => {
  it('has the bytes and hashes of the protocol (golden vectors)', () => {
    const sha = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');
    expect(Buffer.from(tickBytes(TICKS[0]!)).toString('hex')).toBe(
      `${Buffer.from('glasshouse/tick/1\n').toString('hex')}07${Buffer.from('BTCUSDT').toString('hex')}02` +
        '0000000000000007000000000060263100000000006026330000000000602632' +
        (MINUTE + 400).toString(16).padStart(16, '0'),
    );
    expect(toHex(tickHash(TICKS[0]!))).toBe(sha(Buffer.concat([Buffer.from([0]), tickBytes(TICKS[0]!)])));
    const receipt = receiptOf(1);
    expect(receipt).toMatchInlineSnapshot(`
      {
        "index": 1,
        "minute": 1788000000000,
        "path": [
          "7bbb8c644d9ca269dd6e569dfc72b17dcac7580720462dc08cf8818c20ff462c",
          "61dff96eecbdaae9029cdf94888146d295d84768a4422205d7f8cb9bef6199fa",
          "1b0c0939a41f9a171c6222e9c5c36d847e1f0f7f98cfca444e838c3f8fd1eba0",
        ],
        "previousRootHash": "0000000000000000000000000000000000000000000000000000000000000000",
        "publicKey": "d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a",
        "root": "7ad323d9fdf8057b0443ef25191c4e813994234f8667ef47f3b2e4c4158c9004",
        "signature": "85a7fa4ed825ffcddf8ab37fa589b8e4042ff8919929e1519710820519ceb7b37af9e811ba4938cc5fb370668094ef62374e92605f72ff80629770ebe92de90a",
        "tick": {
          "ask": 6301310,
          "at": 1788000001400,
          "bid": 6301300,
          "code": "BTCUSDT",
          "mid": 6301305,
          "precision": 2,
          "seq": 8,
        },
        "tickCount": 5,
        "version": 1,
      }
    `);
    const header = {
      at: MINUTE,
      tickCount: 5,
      root: Buffer.from(receipt.root, 'hex'),
      previousHash: new Uint8Array(32),
    };
    expect(toHex(minuteHash(header))).toMatchInlineSnapshot(
      `"da12f131a343b0ecad92e2a8144ce365896f0b1ff055dfca723d9445e2623eda"`,
    );
  });

  it('verifies for every tick of the minute', () => {
    for (let index = 0; index < TICKS.length; index += 1) {
      expect(verifyReceipt(receiptOf(index))).toEqual({ ok: true, keyId: keyIdOf(publicKey) });
    }
  });

  it('survives JSON, and an unpublished key is refused', () => {
    const receipt = JSON.parse(JSON.stringify(receiptOf(2)));
    expect(verifyReceipt(receipt, [receipt.publicKey])).toMatchObject({ ok: true });
    expect(verifyReceipt(receipt, ['00'.repeat(32)])).toEqual({ ok: false, fault: 'unknown-key' });
  });

  it('fails when any single bit of any field changes', () => {
    const hexFields = ['root', 'previousRootHash', 'signature', 'publicKey'] as const;
    const counts = ['minute', 'tickCount', 'index'] as const;
    const tickCounts = ['seq', 'bid', 'ask', 'mid', 'precision', 'at'] as const;
    const flipHex = (text: string, bit: number) => {
      const bytes = Buffer.from(text, 'hex');
      bytes[(bit >> 3) % bytes.length]! ^= 1 << (bit & 7);
      return bytes.toString('hex');
    };
    const flipNumber = (value: number, bit: number) => Number(BigInt(value) ^ (1n << BigInt(bit % 44)));
    const change = fc.oneof(
      fc.record({ field: fc.constantFrom(...hexFields), bit: fc.nat({ max: 511 }) }),
      fc.record({ field: fc.constantFrom(...counts, ...tickCounts), bit: fc.nat({ max: 43 }) }),
      fc.record({ field: fc.constantFrom('path' as const, 'code' as const), bit: fc.nat({ max: 2047 }) }),
    );
    fc.assert(
      fc.property(fc.nat({ max: TICKS.length - 1 }), change, (index, { field, bit }) => {
        const good = receiptOf(index);
        // biome-ignore lint/suspicious/noExplicitAny: the forgery is whatever the change makes of it.
        const forged: any = structuredClone(good);
        if (field === 'path') {
          const place = (bit >> 8) % good.path.length;
          forged.path[place] = flipHex(good.path[place]!, bit & 255);
        } else if (field === 'code') {
          const place = (bit >> 3) % good.tick.code.length;
          const letters = [...good.tick.code];
          letters[place] = String.fromCharCode(letters[place]!.charCodeAt(0) ^ (1 << (bit & 7)));
          forged.tick.code = letters.join('');
        } else if (hexFields.some((name) => name === field)) {
          forged[field] = flipHex(forged[field], bit);
        } else if (tickCounts.some((name) => name === field)) {
          forged.tick[field] = flipNumber(forged.tick[field], bit);
        } else {
          forged[field] = flipNumber(forged[field], bit);
        }
        expect(verifyReceipt(forged).ok).toBe(false);
      }),
      { numRuns: 1500 },
    );
  });

  it('names the fault, and never throws', () => {
    const good = receiptOf(0);
    const rows: [unknown, string][] = [
      [undefined, 'malformed'],
      [[], 'malformed'],
      [{ ...good, version: 2 }, 'malformed'],
      [{ ...good, tick: { ...good.tick, mid: 1.5 } }, 'malformed'],
      [{ ...good, tick: { ...good.tick, bid: good.tick.mid + 1 } }, 'malformed'],
      [{ ...good, root: good.root.toUpperCase() }, 'malformed'],
      [{ ...good, path: Array(40).fill(good.root) }, 'malformed'],
      [{ ...good, minute: good.minute + 60_000 }, 'wrong-minute'],
      [{ ...good, tick: { ...good.tick, seq: 8 } }, 'wrong-root'],
      [{ ...good, path: good.path.slice(1) }, 'wrong-root'],
      [{ ...good, previousRootHash: good.root }, 'wrong-signature'],
    ];
    for (const [receipt, fault] of rows) expect(verifyReceipt(receipt)).toEqual({ ok: false, fault });
    fc.assert(fc.property(fc.anything(), (value) => !verifyReceipt(value).ok));
  });
});
