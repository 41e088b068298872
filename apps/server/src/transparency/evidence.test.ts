/**
 * Receipts of every kind as the server gives them, and every change of every field of them, one at
 * a time and two at a time: made by somebody who cannot sign, and by the operator, who can sign the
 * document again but neither the tape nor the published log.
 */
import { sealBytes } from '@glasshouse/rules/proofs/seal';
import { verifyEvidence } from '@glasshouse/rules/proofs/verify';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { withTestDatabase } from '../platform/test-database.ts';
import { at, type Document, leaves, other, put } from './testing/altering.ts';
import { EvidenceFixture, OTHER, TYPED_INPUT, USER } from './testing/evidence-fixture.ts';

vi.mock('@noble/ed25519', async () => (await import('./testing/native-crypto.ts')).nativeSignatures);
vi.mock('@noble/hashes/sha2.js', async () => (await import('./testing/native-crypto.ts')).nativeHashes);

const database = withTestDatabase();
let fixture: EvidenceFixture;
let keys: string[];
const kinds: Record<string, Document> = {};

const option = (direction: 'up' | 'down', amount = '100') => ({ code: 'BTCUSDT', direction, amount, periodId: 30 });
const spot = { code: 'BTCUSDT', price: null, quantity: null, amount: null, timeInForce: null };

beforeAll(async () => {
  fixture = await EvidenceFixture.start(database);
  const { harness } = fixture;
  keys = [fixture.key.publicKey.toString('hex')];
  const win = await fixture.submit(USER, 'options.buy', option('up'));
  const lose = await fixture.submit(USER, 'options.buy', option('down', '50'));
  const contract = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    lots: '2',
    leverage: 20,
    takeProfit: '20500',
  });
  await fixture.run(5);
  await fixture.submit(USER, 'contracts.stops', { id: contract, stopLoss: '19800' });
  const limit = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'sell',
    type: 'limit',
    price: '20060',
    lots: '1',
    leverage: 10,
  });
  await fixture.run(10, 2_001_000);
  await fixture.submit(USER, 'contracts.close', { id: contract, lots: '0.5' });
  const taker = await fixture.submit(USER, 'spot.submit', { ...spot, side: 'buy', type: 'market', quantity: '2' });
  await harness.tick(2_001_000);
  const sold = await fixture.submit(USER, 'spot.submit', {
    ...spot,
    side: 'sell',
    type: 'limit',
    price: '20040.01',
    quantity: '1',
  });
  const maker = await fixture.submit(USER, 'spot.submit', {
    ...spot,
    side: 'sell',
    type: 'limit',
    price: '20010.11',
    quantity: '0.5',
  });
  await fixture.submit(OTHER, 'spot.submit', {
    ...spot,
    side: 'buy',
    type: 'limit',
    price: '20010.11',
    quantity: '0.2',
  });
  await fixture.submit(USER, 'spot.cancel', { id: maker });
  const waiting = (order: object) => fixture.submit(USER, 'spot.submit', { ...spot, ...order });
  const spotStop = await waiting({ side: 'sell', type: 'stop', quantity: '0.1', stopPrice: '19900' });
  const spotStopLimit = await waiting({
    side: 'buy',
    type: 'stopLimit',
    quantity: '0.1',
    price: '21100',
    stopPrice: '21000',
  });
  const trailing = await waiting({ side: 'sell', type: 'trailingStop', quantity: '0.1', trailingRate: '0.01' });
  const oco = await waiting({
    side: 'sell',
    type: 'oco',
    quantity: '0.1',
    price: '20400',
    stopPrice: '19800',
    stopLimitPrice: '19750',
  });
  const ocoFilled = await waiting({ side: 'sell', type: 'oco', quantity: '0.1', price: '20050', stopPrice: '19800' });
  const ocoBuy = await waiting({
    side: 'buy',
    type: 'oco',
    quantity: '0.1',
    price: '19950',
    stopPrice: '20060',
    stopLimitPrice: '20100',
  });
  await harness.tick(320_000, 1, 'ETHUSDT');
  const direct = await fixture.submit(USER, 'convert.fill', { from: 'USDT', to: 'ETH', amount: '500', quoteId: null });
  await harness.tick(320_010, 1, 'ETHUSDT');
  const crossed = await fixture.submit(USER, 'convert.fill', { from: 'ETH', to: 'BTC', amount: '0.02', quoteId: null });
  await harness.tick(320_020, 1, 'ETHUSDT');
  // One that was on its way when it was asked for is no price of it.
  await harness.sequencer.ticks([harness.market.next('BTCUSDT', 2_001_000, harness.now - 2)]);
  await harness.tick(2_001_001);
  const quoteId = 'quote-of-this-test';
  await harness.submit(USER, 'convert.ask', { from: 'ETH', to: 'BTC', amount: '0.1', quoteId });
  const quoted = await fixture.submit(USER, 'convert.fill', { from: 'ETH', to: 'BTC', amount: '0.1', quoteId });
  await harness.tick(320_021, 1, 'ETHUSDT');
  await harness.tick(2_001_002);
  const trailed = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'market',
    lots: '1',
    leverage: 10,
    trailing: { rate: '0.01', activation: '20080' },
  });
  const turned = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'sell',
    type: 'market',
    lots: '1',
    leverage: 10,
  });
  await fixture.run(20, 2_006_500);
  await fixture.submit(USER, 'contracts.stops', { id: turned, trailing: { distance: '150' } });
  const turning = await fixture.submit(USER, 'contracts.reverse', { id: turned });
  const stop = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'stop',
    stopPrice: '20080',
    lots: '1',
    leverage: 10,
    targets: [
      { price: '20100', lots: '0.5' },
      { price: '20200', lots: '0.25' },
    ],
  });
  const excluded = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'limit',
    price: '19990',
    lots: '1',
    leverage: 10,
    ocoWith: stop,
  });
  const stopLimit = await fixture.submit(USER, 'contracts.buy', {
    code: 'BTCUSDT',
    side: 'buy',
    type: 'stopLimit',
    stopPrice: '20075',
    price: '20079',
    lots: '1',
    leverage: 10,
  });
  await harness.tick(2_008_500);
  await harness.tick(2_010_500);
  await harness.tick(2_006_500);
  const gone = await fixture.submit(USER, 'options.buy', option('up', '70'));
  await fixture.run(2);
  // A silence longer than the limit: what is open across it is void, what waits is never entered.
  const never = await fixture.submit(USER, 'options.buy', option('down', '30'));
  await harness.wait(40_000);
  await harness.tick(2_006_500);
  await fixture.run(5);
  await harness.tick(1_970_000);
  await fixture.run(70);
  await fixture.sign();
  for (const [name, call, id] of [
    ['an option won', 'getOptionOrder', win],
    ['an option lost', 'getOptionOrder', lose],
    ['an option void', 'getOptionOrder', gone],
    ['an option never entered', 'getOptionOrder', never],
    ['a contract', 'getPosition', contract],
    ['a limit contract', 'getPosition', limit],
    ['a stop order with a ladder', 'getPosition', stop],
    ['an order that another one excluded', 'getPosition', excluded],
    ['a stop-limit order', 'getPosition', stopLimit],
    ['a contract with a trailing stop', 'getPosition', trailed],
    ['a contract that was reversed', 'getPosition', turned],
    ['a contract that reverses another', 'getPosition', turning],
    ['a spot taker', 'getSpotOrder', taker],
    ['a spot maker of the house', 'getSpotOrder', sold],
    ['a spot maker', 'getSpotOrder', maker],
    ['a stop order', 'getSpotOrder', spotStop],
    ['a stop-limit order that waits', 'getSpotOrder', spotStopLimit],
    ['a trailing stop', 'getSpotOrder', trailing],
    ['a one-cancels-other that its stop left resting', 'getSpotOrder', oco],
    ['a one-cancels-other that its limit filled', 'getSpotOrder', ocoFilled],
    ['a one-cancels-other that bought by its stop', 'getSpotOrder', ocoBuy],
    ['a conversion', 'getConversion', direct],
    ['a conversion between coins', 'getConversion', crossed],
    ['a conversion by quote', 'getConversion', quoted],
  ] as const) {
    kinds[name] = await fixture.evidence(call, id);
  }
});
afterAll(() => fixture.stop());

const NAMES = [
  'an option won',
  'an option lost',
  'an option void',
  'an option never entered',
  'a contract',
  'a stop order with a ladder',
  'an order that another one excluded',
  'a stop-limit order',
  'a contract with a trailing stop',
  'a contract that was reversed',
  'a contract that reverses another',
  'a limit contract',
  'a spot taker',
  'a spot maker of the house',
  'a spot maker',
  'a stop order',
  'a stop-limit order that waits',
  'a trailing stop',
  'a one-cancels-other that its stop left resting',
  'a one-cancels-other that its limit filled',
  'a one-cancels-other that bought by its stop',
  'a conversion',
  'a conversion between coins',
  'a conversion by quote',
];

function isInRun(document: Document, proven: Document): boolean {
  const { seq } = proven.tick as { seq: number };
  const { runs } = document.proof as { runs: { firstSeq: number; ticks: unknown[] }[] };
  return runs.some(({ firstSeq, ticks }) => firstSeq <= seq && seq < firstSeq + ticks.length);
}

/** Of the hundreds of ticks of a run, one in twenty is enough. */
const isWorthIt = (path: readonly (string | number)[]): boolean =>
  path[1] !== 'runs' || path[3] !== 'ticks' || Number(path[4]) % 20 === 0;

/** As the operator would: everything signed again but the tape and the published head. */
function resealed(document: Document): Document {
  const proof = document.proof as Document;
  const signature = fixture.key.sign(sealBytes(document)).toString('hex');
  return { ...document, proof: { ...proof, signature } };
}

const copy = (document: Document): Document => structuredClone(document);

/**
 * Values that nothing follows from, so that an operator could sign others: the display name, the
 * moment of asking and what is valued by it, the place of a line
 * among those of its entry, and a balance that depends on the person's other orders.
 */
const FREE = [
  /^name$|^order\.name$/,
  /^proof\.issuedAt/,
  /^(receipt\.)?lines\.\d+\.(id|balanceAfter)$/,
  // The signer's own: another signature over the same is as good.
  /^proof\.signature$/,
];
const isFree = (path: readonly (string | number)[]): boolean => FREE.some((free) => free.test(path.join('.')));
/** What is signed on its own: the tape and the log as it was published. */
const isFixed = (path: readonly (string | number)[]): boolean => /^proof\.(entries|anchor)/.test(path.join('.'));

describe('receipts', () => {
  it('of waiting orders are of every end', () => {
    const ends = NAMES.filter((name) =>
      /^a (?:stop(?:-limit)? order(?: that waits)?|trailing stop|one-cancels.*)$/.test(name),
    )
      .filter((name) => name !== 'a stop-limit order')
      .map((name) => {
        const { state, triggeredAt } = (kinds[name] as Document).order as Document;
        return [name, state, triggeredAt !== null];
      });
    expect(ends).toEqual([
      ['a stop order', 'filled', true],
      ['a stop-limit order that waits', 'waiting', false],
      ['a trailing stop', 'filled', true],
      ['a one-cancels-other that its stop left resting', 'filled', true],
      ['a one-cancels-other that its limit filled', 'filled', false],
      ['a one-cancels-other that bought by its stop', 'filled', true],
    ]);
  });

  it('of every kind hold by the trusted key, and without one say that the signer is unknown', () => {
    for (const name of NAMES) {
      const verdict = verifyEvidence(kinds[name], keys);
      expect([name, verdict.faults]).toEqual([name, []]);
      expect([name, verdict.answer, verdict.lacks.filter(({ lack }) => lack !== 'hidden')]).toEqual([
        name,
        'holds',
        [],
      ]);
      expect(verdict.notes).toContain(`Prices came in through ${TYPED_INPUT}.`);
      expect(verifyEvidence(kinds[name]).answer).toBe('unknownSigner');
      expect(verifyEvidence(kinds[name], ['ab'.repeat(32)]).answer).toBe('broken');
    }
    const states = NAMES.slice(0, 4).map((name) => [kinds[name]!.state, kinds[name]!.reason]);
    expect(states).toEqual([
      ['settled', null],
      ['settled', null],
      ['void', 'gap'],
      ['void', 'tooFewTicks'],
    ]);
  });

  it.each(NAMES)('%s: not a fault while no minute of it is signed', (name) => {
    const unsigned = copy(kinds[name] as Document);
    for (const path of leaves(unsigned)) {
      const at = path.indexOf('receipt', path[0] === 'receipt' ? 1 : 0);
      if (at !== -1) put(unsigned, path.slice(0, at + 1), null);
    }
    (unsigned.proof as Document).runs = [];
    expect([name, verifyEvidence(resealed(unsigned), keys).faults]).toEqual([name, []]);
  });

  it.each(NAMES)('%s: every field that somebody changes is caught', (name) => {
    const document = kinds[name] as Document;
    for (const path of leaves(document).filter(isWorthIt)) {
      const forged = copy(document);
      put(forged, path, other(at(document, path), 0));
      expect([path.join('.'), verifyEvidence(forged, keys).answer]).toEqual([path.join('.'), 'broken']);
    }
  });

  it.each(NAMES)('%s: every field that the operator changes and signs again is caught', (name) => {
    const document = kinds[name] as Document;
    const uncaught: string[] = [];
    for (const path of leaves(document).filter(isWorthIt)) {
      if (isFree(path)) continue;
      const forged = copy(document);
      put(forged, path, other(at(document, path), 0));
      if (verifyEvidence(resealed(forged), keys).answer !== 'broken') uncaught.push(path.join('.'));
    }
    expect(uncaught).toEqual([]);
  });

  it.each(NAMES)('%s: two fields at a time are caught, and so is what was left out', (name) => {
    const document = kinds[name] as Document;
    const paths = leaves(document).filter((path) => !isFree(path));
    const index = fc.nat({ max: paths.length - 1 });
    fc.assert(
      fc.property(index, index, fc.nat({ max: 50 }), fc.boolean(), (first, second, salt, isOperator) => {
        fc.pre(first !== second);
        const pair = [paths[first]!, paths[second]!];
        if (isOperator && pair.every(isFixed)) return;
        const forged = copy(document);
        for (const path of pair) put(forged, path, other(at(document, path), salt));
        expect(verifyEvidence(isOperator ? resealed(forged) : forged, keys).answer).toBe('broken');
      }),
      { numRuns: 60 },
    );
    for (const list of ['ticks', 'lines', 'steps', 'log', 'proof.entries', 'proof.ticks', 'proof.runs']) {
      const found = list.split('.').reduce<unknown>((inner, part) => (inner as Document)?.[part], document);
      for (let index = 0; index < (Array.isArray(found) ? found.length : 0); index += 1) {
        const forged = copy(document);
        const shorter = (found as unknown[]).filter((_, place) => place !== index);
        put(forged, list.split('.'), shorter);
        // A tick that a run has as well proves nothing more.
        if (list === 'proof.ticks' && isInRun(document, (found as Document[])[index]!)) continue;
        expect([list, index, verifyEvidence(resealed(forged), keys).answer]).not.toContain('holds');
      }
    }
  });
});

/** Every object inside, and the document itself. */
function objectsIn(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.entries(value).flatMap(([name, item]) => objectsIn(item, [...path, name]));
  return Array.isArray(value) ? inner : [path, ...inner];
}

it('a field that nothing follows from is caught wherever it stands, also where it is sealed again', () => {
  const uncaught = new Set<string>();
  for (const document of Object.values(kinds)) {
    for (const path of objectsIn(document)) {
      const forged = structuredClone(document);
      const target = path.length === 0 ? forged : (at(forged, path) as Record<string, unknown>);
      (target as Record<string, unknown>).promised = '1000000';
      if (verifyEvidence(resealed(forged), keys).answer !== 'broken')
        uncaught.add(path.map((name) => (/^\d+$/.test(name) ? '*' : name)).join('.'));
    }
  }
  expect([...uncaught]).toEqual([]);
});

it('none of the log entries can be left out, also where it is sealed again', () => {
  const uncaught: string[] = [];
  for (const [name, document] of Object.entries(kinds)) {
    const { entries } = document.proof as { entries: { type: string }[] };
    for (const [index, { type }] of entries.entries()) {
      const forged = structuredClone(document) as { proof: { entries: unknown[] } };
      forged.proof.entries.splice(index, 1);
      if (verifyEvidence(resealed(forged as never), keys).answer !== 'broken') uncaught.push(`${name}: ${type}`);
    }
  }
  expect(uncaught).toEqual([]);
});
