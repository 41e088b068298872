import type { Role } from '@glasshouse/api/operator/permissions';
import { parseEntry } from '../../kernel/core/log-entry.ts';
import type { Book, CommandAnswer, Json } from '../../kernel/core/types.ts';
import { CoreFixture } from '../../kernel/testing/core-fixture.ts';
import { Replay } from '../../kernel/verify/replay.ts';
import { MODULES } from '../../runtime/modules.ts';
import type { OperatorStamp } from '../stamp.ts';

/** Somebody at a browser of their own, with a second factor of their own. */
export interface Acting extends OperatorStamp {}

export interface ActOptions {
  readonly userId?: number;
  readonly book?: Book;
  readonly reason?: string;
  readonly key?: string;
}

/** Operators in a core in memory. */
export class AuthorityFixture extends CoreFixture {
  static async start(): Promise<AuthorityFixture> {
    const fixture = new AuthorityFixture();
    await fixture.harness.start();
    return fixture;
  }

  async operator(name: string, roles: readonly Role[]): Promise<Acting> {
    const id = this.nextId('operator.add');
    const answer = await this.harness.sequencer.submit({
      id,
      userId: 0,
      book: 'real',
      type: 'operator.add',
      body: { name, roles },
    });
    if (answer.code !== 200) throw new Error(`refused with ${answer.code}`);
    const { operator } = answer.result as { readonly operator: number };
    const own = (what: string): string => `${what} of ${name}`;
    return { operator, session: operator * 10, device: own('device'), credential: own('key'), address: '203.0.113.7' };
  }

  /** A command of the operator. */
  async act(by: Acting, type: string, fields: { readonly [field: string]: Json } = {}, request: ActOptions = {}) {
    const { userId = 0, book = 'real', reason = 'because', key = this.nextId('act') } = request;
    const body: { readonly [field: string]: Json } = { by: { ...by }, reason, ...fields };
    return this.harness.sequencer.submit({ id: `op${by.operator}:${key}`, userId, book, type, body });
  }

  /** The number of the request that the command made. */
  async ask(
    by: Acting,
    type: string,
    fields: { readonly [field: string]: Json },
    requested: ActOptions = {},
  ): Promise<number> {
    const answer = await this.act(by, type, fields, requested);
    const { state, request } = answer.result as { readonly state: string; readonly request: number };
    if (answer.code !== 200 || state !== 'waiting') throw new Error(`not waiting: ${JSON.stringify(answer)}`);
    return request;
  }

  decide(
    by: Acting,
    request: number,
    verdict: 'approve' | 'reject',
    requested: ActOptions = {},
  ): Promise<CommandAnswer> {
    return this.act(by, 'request.decide', { request, verdict }, requested);
  }

  /** Every row and answer follows from the log alone. */
  replays(): void {
    const replay = new Replay(MODULES);
    for (const { entry } of this.store.entries) {
      const { difference } = replay.apply(parseEntry(entry));
      if (difference !== undefined) throw new Error(difference);
    }
    this.expectConserved();
  }
}
