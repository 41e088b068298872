import type { Pool, PoolClient } from '../../platform/postgres.ts';
import { inTransaction, keep } from '../../platform/transaction.ts';
import type { FoundTransfer } from './chain-reader.ts';
import type { OwnedEvent, Transfer } from './events.ts';

/** How far back a reorganisation is followed; Ethereum's longest in a year had seven blocks. */
export const HASHES_MAX = 256;
/** Rows of one look; the next turn takes the rest. */
const ROWS_MAX = 500;

export interface Cursor {
  readonly block: number;
  /** Of the blocks up to `block`, the newest last. */
  readonly hashes: readonly string[];
}

export type TransferState = 'dust' | 'seen' | 'confirmed' | 'orphaned' | 'vanished';

export interface StoredTransfer {
  readonly transfer: Transfer;
  readonly userId: number;
  readonly state: TransferState;
  readonly needed: number;
  readonly told: number;
}

/** A change of what is known, with the events that it means: one transaction. */
export interface WatchChange {
  readonly cursor?: Cursor & { readonly head: number };
  readonly transfers?: readonly StoredTransfer[];
  readonly events?: readonly OwnedEvent[];
  /** Transfers in blocks after this one have lost their block. */
  readonly orphanAfter?: number;
}

interface TransferRow {
  readonly tx_hash: string;
  readonly index: number;
  readonly round: number;
  readonly user_id: number;
  readonly asset: string;
  readonly address: string;
  readonly sender: string | null;
  readonly amount: string;
  readonly dust: string;
  readonly block: number;
  readonly block_hash: string;
  readonly at: number;
  readonly needed: number;
  readonly told: number;
  readonly state: TransferState;
}

/** What one watcher remembers, in the database. */
export class WatchStore {
  readonly #pool: Pool;
  readonly #network: string;

  constructor(pool: Pool, network: string) {
    this.#pool = pool;
    this.#network = network;
  }

  async cursor(): Promise<Cursor | undefined> {
    const { rows } = await this.#pool.query<Cursor>('select block, hashes from watch_cursors where network = $1', [
      this.#network,
    ]);
    return rows[0];
  }

  /** Those of the given transfers that were seen before, in whichever state. */
  async known(found: readonly FoundTransfer[]): Promise<ReadonlyMap<string, StoredTransfer>> {
    if (found.length === 0) return new Map();
    const { rows } = await this.#pool.query<TransferRow>(
      `select ${COLUMNS} from watch_transfers
       where network = $1 and (tx_hash, index) in (select * from unnest($2::text[], $3::int[]))`,
      [this.#network, found.map(({ txHash }) => txHash), found.map(({ index }) => index)],
    );
    return new Map(rows.map((row) => [transferKey({ txHash: row.tx_hash, index: row.index }), this.#stored(row)]));
  }

  /** Seen and waiting for confirmations, oldest block first. */
  async waiting(): Promise<readonly StoredTransfer[]> {
    return await this.#inState('seen');
  }

  /** Lost their block in a reorganisation, and not found again. */
  async orphaned(): Promise<readonly StoredTransfer[]> {
    return await this.#inState('orphaned');
  }

  async save(change: WatchChange): Promise<void> {
    await inTransaction(this.#pool, async (client) => {
      if (change.orphanAfter !== undefined) await this.#orphan(client, change.orphanAfter);
      for (const stored of change.transfers ?? []) await this.#saveTransfer(client, stored);
      for (const { userId, event } of change.events ?? []) {
        await client.query('insert into watch_events (network, event) values ($1, $2)', [
          this.#network,
          JSON.stringify({ userId, event }),
        ]);
      }
      if (change.cursor !== undefined) await this.#saveCursor(client, change.cursor);
      return keep(undefined);
    });
  }

  /** The oldest events that the core has not taken. */
  async events(): Promise<readonly (OwnedEvent & { readonly id: number })[]> {
    const { rows } = await this.#pool.query<{ readonly id: number; readonly event: OwnedEvent }>(
      'select id, event from watch_events where network = $1 order by id limit $2',
      [this.#network, ROWS_MAX],
    );
    return rows.map(({ id, event }) => ({ id, ...event }));
  }

  async taken(id: number): Promise<void> {
    await this.#pool.query('delete from watch_events where id = $1', [id]);
  }

  async #inState(state: TransferState): Promise<readonly StoredTransfer[]> {
    const { rows } = await this.#pool.query<TransferRow>(
      `select ${COLUMNS} from watch_transfers where network = $1 and state = $2 order by block, tx_hash, index limit $3`,
      [this.#network, state, ROWS_MAX],
    );
    return rows.map((row) => this.#stored(row));
  }

  async #orphan(client: PoolClient, block: number): Promise<void> {
    await client.query(
      `update watch_transfers set state = 'orphaned'
       where network = $1 and block > $2 and state in ('seen', 'confirmed')`,
      [this.#network, block],
    );
  }

  async #saveTransfer(
    client: PoolClient,
    { transfer, userId, state, needed, told: reportedConfirmations }: StoredTransfer,
  ): Promise<void> {
    await client.query(
      `insert into watch_transfers (network, ${COLUMNS})
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, to_timestamp($13 / 1000.0), $14, $15, $16)
       on conflict (network, tx_hash, index) do update set
         round = excluded.round, user_id = excluded.user_id, asset = excluded.asset, address = excluded.address,
         sender = excluded.sender, amount = excluded.amount, dust = excluded.dust, block = excluded.block,
         block_hash = excluded.block_hash, at = excluded.at, needed = excluded.needed, told = excluded.told,
         state = excluded.state`,
      [
        this.#network,
        transfer.txHash,
        transfer.index,
        transfer.round,
        userId,
        transfer.asset,
        transfer.address,
        transfer.sender,
        transfer.amount,
        transfer.dust,
        transfer.block,
        transfer.blockHash,
        transfer.at,
        needed,
        reportedConfirmations,
        state,
      ],
    );
  }

  async #saveCursor(client: PoolClient, { block, hashes, head }: NonNullable<WatchChange['cursor']>): Promise<void> {
    await client.query(
      `insert into watch_cursors (network, block, hashes, head, read_at) values ($1, $2, $3, $4, now())
       on conflict (network) do update set
         block = excluded.block, hashes = excluded.hashes, head = excluded.head, read_at = excluded.read_at`,
      [this.#network, block, hashes, head],
    );
  }

  #stored(row: TransferRow): StoredTransfer {
    return {
      userId: row.user_id,
      state: row.state,
      needed: row.needed,
      told: row.told,
      transfer: {
        network: this.#network,
        asset: row.asset,
        address: row.address,
        sender: row.sender,
        amount: trimmed(row.amount),
        dust: row.dust,
        txHash: row.tx_hash,
        index: row.index,
        block: row.block,
        blockHash: row.block_hash,
        at: row.at,
        round: row.round,
      },
    };
  }
}

/** Identifies a transfer within a network. */
export const transferKey = ({ txHash, index }: { readonly txHash: string; readonly index: number }): string =>
  `${txHash}/${index}`;

const COLUMNS = `tx_hash, index, round, user_id, asset, address, sender, amount, dust, block, block_hash, at,
  needed, told, state`;

/** `120.00000000` of the database as the reader writes it. */
const trimmed = (text: string): string => (text.includes('.') ? text.replace(/\.?0+$/, '') : text);
