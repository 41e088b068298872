import type { PoolClient } from '../../platform/postgres.ts';
import { ID_WINDOW_MS, isLastingId } from '../core/command-ids.ts';
import type { LogEntry } from '../core/log-entry.ts';

/**
 * Compares the ids that are kept with the log: each id of the last days, and each lasting one, must
 * lead to its entry, or a repeat would take effect twice.
 */
export class IdCheck {
  readonly #client: PoolClient;
  readonly #find: (sentence: string) => void;
  readonly #from: number;
  #entries: LogEntry[] = [];
  #matched = 0;

  private constructor(client: PoolClient, from: number, find: (sentence: string) => void) {
    this.#client = client;
    this.#from = from;
    this.#find = find;
  }

  static async begin(client: PoolClient, find: (sentence: string) => void): Promise<IdCheck> {
    const { rows } = await client.query<{ at: number }>('select at from command_log order by seq desc limit 1');
    return new IdCheck(client, (rows[0]?.at ?? 0) - ID_WINDOW_MS, find);
  }

  put(entry: LogEntry): void {
    this.#entries.push(entry);
  }

  /** After a page of entries. */
  async compare(): Promise<void> {
    const entries = this.#entries;
    this.#entries = [];
    const { rows } = await this.#client.query<{ command_id: string; seq: number; lasting: boolean }>(
      'select command_id, seq, lasting from command_ids where command_id = any($1::text[])',
      [entries.map(({ id }) => id)],
    );
    const stored = new Map(rows.map((row) => [row.command_id, row]));
    for (const { seq, id, user, at } of entries) {
      const row = stored.get(id);
      const lasting = isLastingId(id, user);
      if (row?.seq === seq) {
        this.#matched += 1;
        if (row.lasting !== lasting)
          this.#find(`ids: that of entry ${seq} is kept ${row.lasting ? 'for ever' : 'for some days'}`);
      } else if (row !== undefined && row.seq < seq) this.#find(`ids: entry ${seq} repeats the id of entry ${row.seq}`);
      else if (lasting || this.#from < at) this.#find(`ids: that of entry ${seq} does not lead to it`);
    }
  }

  /** After the whole log. */
  async finish(): Promise<void> {
    const { rows } = await this.#client.query<{ count: number }>('select count(*) as count from command_ids');
    const strange = (rows[0]?.count ?? 0) - this.#matched;
    if (0 < strange) this.#find(`ids: ${strange} lead to no entry of theirs`);
  }
}
