import { amountOf } from '@glasshouse/rules/money';
import type { Network } from '../network.ts';
import type { ChainReader, FoundPayment, FoundTransfer, Lookup, ScannedBlock } from './chain-reader.ts';
import { EndpointError } from './endpoint.ts';
import type { ExpectedPayout, OwnedEvent, PayoutOutcome, ReportChainEvent, Transfer } from './events.ts';
import { type Cursor, HASHES_MAX, type StoredTransfer, transferKey, type WatchStore } from './watch-store.ts';

/** Blocks read at a time: bounds memory, and how much is read again after a crash. */
const BLOCKS_PER_SLICE = 10;
/** Confirmations are reported this many times on the way, for the bar that the user watches. */
const PROGRESS_STEPS = 4;
/** Hashes compared at a time while looking for where two chains part. */
const ANCESTOR_SLICE = 32;

export interface WatcherOptions {
  readonly network: Network;
  /** The first is followed. */
  readonly readers: readonly [ChainReader, ...ChainReader[]];
  readonly store: WatchStore;
  /** Resolves once every address published so far can be found. */
  readonly refreshAddresses: () => Promise<Lookup>;
  /** Resolves once the core has the event. */
  readonly report: ReportChainEvent;
  readonly confirmationsNeeded: () => Promise<number>;
  readonly payouts: () => Promise<readonly ExpectedPayout[]>;
  readonly warn: (facts: object, message: string) => void;
}

/** `more`: there are blocks left to read; `idle`: nothing to do until the next one. */
export type Turn = 'more' | 'idle';

/**
 * Follows one chain: reads each block once, remembers which transfers paid us, and tells the core.
 * All that it knows is in the store, so a turn can end anywhere; what was written but not told is
 * told again.
 */
export class Watcher {
  readonly #options: WatcherOptions;
  readonly #main: ChainReader;
  readonly #reportedPayouts = new Set<string>();
  #isChecked = false;

  constructor(options: WatcherOptions) {
    this.#options = options;
    this.#main = options.readers[0];
  }

  /** One bounded step. Throws an `EndpointError` when the endpoint fails. */
  async turn(): Promise<Turn> {
    await this.#deliver();
    await this.#check();
    const cursor = (await this.#options.store.cursor()) ?? (await this.#begin());
    const { head, hash } = await this.#main.tip(cursor.block);
    if (hash !== cursor.hashes.at(-1)) return await this.#diverged(cursor, head, hash);
    // After the head, before the blocks: who was shown an address before its block is found.
    const ours = await this.#options.refreshAddresses();
    const to = Math.min(head, cursor.block + BLOCKS_PER_SLICE);
    if (cursor.block < to) return await this.#read(cursor, { to, head, ours });
    await this.#settle(cursor.block);
    return 'idle';
  }

  async #check(): Promise<void> {
    if (this.#isChecked) return;
    for (const reader of this.#options.readers) await reader.check();
    this.#isChecked = true;
  }

  /** Begins a little before the present: an address may have been shown while this was set up. */
  async #begin(): Promise<Cursor> {
    const { head } = await this.#main.tip(0);
    const block = Math.max(0, head - (await this.#options.confirmationsNeeded()));
    const hash = (await this.#main.hashes([block])).get(block);
    if (hash === undefined) throw new EndpointError(`${this.#main.name} has no block ${block}`);
    const cursor = { block, hashes: [hash] };
    await this.#options.store.save({ cursor: { ...cursor, head } });
    return cursor;
  }

  async #read(
    cursor: Cursor,
    { to, head, ours }: { readonly to: number; readonly head: number; readonly ours: Lookup },
  ): Promise<Turn> {
    const blocks = await this.#main.scan(cursor.block + 1, to, ours);
    const first = blocks[0];
    if (first === undefined) return 'idle';
    // The block after ours has another parent: the next turn finds where the chains part.
    if (first.parentHash !== cursor.hashes.at(-1)) {
      return await this.#reorganise(cursor, head);
    }
    const { transfers, events } = await this.#changes(blocks);
    const last = blocks.at(-1)!;
    const hashes = [...cursor.hashes, ...blocks.map(({ hash }) => hash)].slice(-HASHES_MAX);
    await this.#options.store.save({ cursor: { block: last.number, hashes, head }, transfers, events });
    await this.#settle(last.number, last.number < head);
    return last.number < head ? 'more' : 'idle';
  }

  async #changes(blocks: readonly ScannedBlock[]): Promise<{
    readonly transfers: readonly StoredTransfer[];
    readonly events: readonly OwnedEvent[];
  }> {
    const found = blocks.flatMap(({ transfers }) => transfers);
    const known = await this.#options.store.known(found);
    const needed = found.length === 0 ? 1 : await this.#options.confirmationsNeeded();
    const transfers: StoredTransfer[] = [];
    const events: OwnedEvent[] = [];
    for (const { userId, ...transfer } of found) {
      const before = known.get(transferKey(transfer));
      // Read before; only a crash between two writes leads here.
      if (before?.transfer.blockHash === transfer.blockHash && before.state !== 'orphaned') continue;
      const now: Transfer = { ...transfer, round: (before?.transfer.round ?? 0) + 1 };
      if (before?.state === 'orphaned' && !isSamePayment(before, { userId, ...transfer })) {
        events.push({ userId: before.userId, event: { kind: 'vanished', transfer: before.transfer } });
      }
      // Too small for the ledger: remembered, so that the chain's balance can be explained.
      const isDust = now.amount === '0';
      transfers.push({ transfer: now, userId, state: isDust ? 'dust' : 'seen', needed, told: 0 });
      if (!isDust) events.push({ userId, event: { kind: 'seen', transfer: now } });
    }
    return { transfers, events };
  }

  /** What follows from the height alone: confirmations, vanished transfers, payouts. */
  async #settle(height: number, isBehind = false): Promise<void> {
    await this.#confirm(height);
    if (!isBehind) {
      await this.#giveUpOrphans();
      await this.#followPayouts(height);
    }
    await this.#deliver();
  }

  async #confirm(height: number): Promise<void> {
    const waiting = await this.#options.store.waiting();
    const required = waiting.length === 0 ? 1 : await this.#options.confirmationsNeeded();
    for (const stored of waiting) {
      const { transfer, told: reported, userId } = stored;
      // Fewer may be asked for by now; more are asked of later transfers only.
      const needed = Math.min(stored.needed, required);
      const confirmations = Math.min(height - transfer.block + 1, needed);
      if (!isWorthTelling(confirmations, reported, needed)) continue;
      if (confirmations === needed && !(await this.#isAgreed(transfer))) continue;
      await this.#options.store.save({
        transfers: [{ ...stored, told: confirmations, state: confirmations === needed ? 'confirmed' : 'seen' }],
        events: [{ userId, event: { kind: 'confirmed', transfer, confirmations } }],
      });
    }
  }

  /** With several endpoints, another one must show the transfer too, and none deny it. */
  async #isAgreed(transfer: Transfer): Promise<boolean> {
    const [, ...others] = this.#options.readers;
    if (others.length === 0) return true;
    let agreeing = 0;
    for (const reader of others) {
      try {
        if (await reader.agrees(transfer)) {
          agreeing += 1;
          continue;
        }
        const { network, txHash } = transfer;
        this.#options.warn({ network, endpoint: reader.name, txHash }, 'an endpoint does not show the transfer');
        return false;
      } catch (error) {
        if (!(error instanceof EndpointError)) throw error;
        this.#options.warn({ endpoint: reader.name, reason: error.message }, 'an endpoint could not be asked');
      }
    }
    return 0 < agreeing;
  }

  async #giveUpOrphans(): Promise<void> {
    for (const stored of await this.#options.store.orphaned()) {
      const { transfer, userId } = stored;
      this.#options.warn({ network: transfer.network, txHash: transfer.txHash }, 'a transfer has vanished');
      await this.#options.store.save({
        transfers: [{ ...stored, state: 'vanished' }],
        events: [{ userId, event: { kind: 'vanished', transfer } }],
      });
    }
  }

  async #followPayouts(height: number): Promise<void> {
    const needed = await this.#options.confirmationsNeeded();
    const final: FinalPayout[] = [];
    for (const payout of await this.#options.payouts()) {
      const state = await this.#main.payout(payout);
      if (state.kind === 'missing' || height - state.block + 1 < needed) continue;
      final.push({ payout, at: state.at, payments: state.payments });
    }
    for (const [payout, found] of matchPayments(final)) await this.#tellPayout(payout, found);
  }

  async #tellPayout({ payout, at }: FinalPayout, found: Match | undefined): Promise<void> {
    const { id, userId, txHash, shown } = payout;
    const outcome: PayoutOutcome = found?.fits === true ? 'confirmed' : 'wrong';
    const key = `${id}/${txHash}/${outcome}/${shown}`;
    if (this.#reportedPayouts.has(key)) return;
    const payment = found && { output: found.payment.output, amount: found.payment.amount, at };
    const about = { ...(shown !== undefined && { shown }), ...(payment !== undefined && { payment }) };
    await this.#options.report({
      userId,
      event: { kind: 'payout', network: this.#options.network.name, id, txHash, outcome, ...about },
    });
    this.#reportedPayouts.add(key);
  }

  /** The endpoint has another block at our height, or none. */
  async #diverged(cursor: Cursor, head: number, hash: string | undefined): Promise<Turn> {
    if (hash === undefined && cursor.block <= head) {
      throw new EndpointError(`${this.#main.name} names ${head} as its newest block but has no ${cursor.block}`);
    }
    if (hash === undefined) {
      // Behind us. If its newest block is one of ours, it is only late.
      const known = cursor.hashes[cursor.hashes.length - 1 - (cursor.block - head)];
      const theirs = (await this.#main.hashes([head])).get(head);
      if (known === undefined || known === theirs) {
        this.#options.warn({ head, read: cursor.block, endpoint: this.#main.name }, 'the endpoint is behind');
        return 'idle';
      }
    }
    return await this.#reorganise(cursor, head);
  }

  /** Goes back to the last block that both chains have. */
  async #reorganise(cursor: Cursor, head: number): Promise<Turn> {
    const first = cursor.block - cursor.hashes.length + 1;
    const ancestor = (await this.#ancestor(cursor, first, head)) ?? first - 1;
    // It answered with two chains within a second; the next turn sees one of them.
    if (ancestor === cursor.block) return 'idle';
    const { network } = this.#options;
    if (ancestor < first) {
      this.#options.warn(
        { network: network.name, blocks: cursor.hashes.length },
        'a reorganisation goes back further than is remembered',
      );
      return await this.#beginAgain(first - 1, head);
    }
    this.#options.warn(
      { network: network.name, from: cursor.block, to: ancestor },
      'the chain was reorganised; its blocks are read again',
    );
    const hashes = cursor.hashes.slice(0, ancestor - first + 1);
    await this.#options.store.save({ orphanAfter: ancestor, cursor: { block: ancestor, hashes, head } });
    return 'more';
  }

  async #ancestor(cursor: Cursor, first: number, head: number): Promise<number | undefined> {
    for (let to = Math.min(cursor.block, head); first <= to; to -= ANCESTOR_SLICE) {
      const from = Math.max(first, to - ANCESTOR_SLICE + 1);
      const numbers = Array.from({ length: to - from + 1 }, (_, index) => to - index);
      const theirs = await this.#main.hashes(numbers);
      const shared = numbers.find((number) => theirs.get(number) === cursor.hashes[number - first]);
      if (shared !== undefined) return shared;
    }
    return undefined;
  }

  async #beginAgain(block: number, head: number): Promise<Turn> {
    const from = Math.max(0, Math.min(block, head));
    const hash = (await this.#main.hashes([from])).get(from);
    if (hash === undefined) throw new EndpointError(`${this.#main.name} has no block ${from}`);
    await this.#options.store.save({ orphanAfter: from, cursor: { block: from, hashes: [hash], head } });
    return 'more';
  }

  /** In order, each until the core has it: a crash repeats at most one. */
  async #deliver(): Promise<void> {
    for (;;) {
      const events = await this.#options.store.events();
      for (const { id, ...event } of events) {
        await this.#options.report(event);
        await this.#options.store.taken(id);
      }
      if (events.length === 0) return;
    }
  }
}

/** Each quarter of the way, and the end. */
function isWorthTelling(confirmations: number, reported: number, needed: number): boolean {
  if (confirmations <= reported) return false;
  if (confirmations === needed) return true;
  const step = (count: number): number => Math.floor((count * PROGRESS_STEPS) / needed);
  return step(reported) < step(confirmations);
}

/** The same transaction may do something else in another block: its contract saw another state. */
const isSamePayment = ({ transfer, userId }: StoredTransfer, found: FoundTransfer): boolean =>
  userId === found.userId &&
  transfer.asset === found.asset &&
  transfer.amount === found.amount &&
  transfer.dust === found.dust;

interface FinalPayout {
  readonly payout: ExpectedPayout;
  readonly at: number;
  readonly payments: readonly FoundPayment[];
}
interface Match {
  readonly payment: FoundPayment;
  /** False: less than was promised. */
  readonly fits: boolean;
}

/**
 * One payment for one payout of the same transaction: exact amounts first, over all of them; then
 * more than was promised, which the core names; then less, as what was found instead.
 */
function matchPayments(final: readonly FinalPayout[]): ReadonlyMap<FinalPayout, Match | undefined> {
  const used = new Map<string, Set<number>>();
  for (const { payout } of final) {
    used.set(payout.txHash, new Set([...(used.get(payout.txHash) ?? []), ...(payout.taken ?? [])]));
  }
  const matches = new Map<FinalPayout, Match | undefined>(final.map((each) => [each, undefined]));
  const match = (isWanted: (payment: FoundPayment, promised: string) => boolean, fits: boolean): void => {
    for (const each of final) {
      const { payout, payments } = each;
      const usedOutputs = used.get(payout.txHash);
      if (matches.get(each) !== undefined) continue;
      const payment = payments.find((free) => usedOutputs?.has(free.output) !== true && isWanted(free, payout.amount));
      if (payment === undefined) continue;
      usedOutputs?.add(payment.output);
      matches.set(each, { payment, fits });
    }
  };
  match(({ amount, dust }, promised) => amount === promised && dust === '0', true);
  match(({ amount }, promised) => amountOf(promised) <= amountOf(amount), true);
  match(() => true, false);
  return matches;
}
