import { SUPPORT_TYPING_MS } from '@glasshouse/api/schemas/support';
import type { UserEventDataOf } from '@glasshouse/api/sockets';
import type { Pool } from '../platform/postgres.ts';
import { audienceOf } from './customers.ts';
import { customerView, statusOf } from './queries.ts';
import { type Conversation, CUSTOMER_KINDS, type Message } from './rows.ts';

export type SupportEvent = UserEventDataOf<'support'>;

export interface HubDeps {
  readonly pool: Pool;
  readonly now: () => number;
  /** To the sockets of a person, or of a visitor (below zero). */
  readonly publish: (audience: number, event: SupportEvent) => void;
  /** Ends the sockets of a visitor whose token is worth nothing any more. */
  readonly revoke: (audience: number) => void;
}

/** Typing signs that are kept; the oldest go first. */
const TYPING_MAX = 2_000;

/** Tells both sides what is new, and remembers who is typing. */
export class Hub {
  readonly #deps: HubDeps;
  readonly #typing = new Map<string, number>();
  readonly #listeners = new Set<() => void>();

  constructor(deps: HubDeps) {
    this.#deps = deps;
  }

  /** Calls back when something may have changed for operators. */
  onChange(listener: () => void): void {
    this.#listeners.add(listener);
  }

  changed(): void {
    for (const listener of this.#listeners) listener();
  }

  isTyping(side: 'customer' | 'operator', conversation: number): boolean {
    return this.#deps.now() < (this.#typing.get(`${side} ${conversation}`) ?? 0);
  }

  /** A sign that ends by itself; whoever watches is told when it begins and when it ends. */
  async types(side: 'customer' | 'operator', conversation: Conversation): Promise<void> {
    const key = `${side} ${conversation.id}`;
    const isNew = !this.isTyping(side, conversation.id);
    const oldest = this.#typing.keys().next().value;
    if (TYPING_MAX <= this.#typing.size && oldest !== undefined) this.#typing.delete(oldest);
    this.#typing.delete(key);
    this.#typing.set(key, this.#deps.now() + SUPPORT_TYPING_MS);
    if (isNew) await this.#tellTyping(side, conversation, key);
  }

  /** Whoever has sent is not typing any more. */
  hasSent(side: 'customer' | 'operator', conversation: number): void {
    this.#typing.delete(`${side} ${conversation}`);
  }

  async #tellTyping(side: 'customer' | 'operator', conversation: Conversation, key: string): Promise<void> {
    const tell = () => (side === 'customer' ? this.changed() : this.tell(conversation));
    await tell();
    const end = (): void => {
      const until = this.#typing.get(key);
      if (until === undefined) return;
      const left = until - this.#deps.now();
      if (0 < left) {
        setTimeout(end, left).unref();
        return;
      }
      this.#typing.delete(key);
      void Promise.resolve(tell()).catch(() => undefined);
    };
    setTimeout(end, SUPPORT_TYPING_MS).unref();
  }

  /**
   * Shows the customer how their conversation stands, with a message that is new and theirs to
   * see.
   */
  async tell(conversation: Pick<Conversation, 'id' | 'user_id'>, message?: Message): Promise<void> {
    const isShown = message !== undefined && (CUSTOMER_KINDS as readonly string[]).includes(message.kind);
    const status = await statusOf(this.#deps.pool, conversation.id, this.isTyping('operator', conversation.id));
    this.#deps.publish(audienceOf(conversation), { message: isShown ? customerView(message) : null, status });
  }

  /** Both sides. */
  async told(conversation: Pick<Conversation, 'id' | 'user_id'>, message?: Message): Promise<void> {
    this.changed();
    await this.tell(conversation, message);
  }

  revoke(conversation: Pick<Conversation, 'id' | 'user_id'>): void {
    this.#deps.revoke(audienceOf(conversation));
  }
}
