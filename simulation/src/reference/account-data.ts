import { ofUser } from './accounts.ts';
import type { AuthorityModel } from './authority.ts';
import { CODE } from './codes.ts';
import type { DepositsModel } from './funding/deposits-model.ts';
import type { KycModel } from './kyc.ts';
import { type ExpectedRow, type Prediction, refusal } from './prediction.ts';
import type { Product, Reference } from './product.ts';
import type { Entry } from './stored.ts';

const DAY_MS = 86_400_000;
const CLOSED = 'closed by its owner';
const ERASED = 'closed by its owner; personal data deleted';

interface Models {
  readonly authority: AuthorityModel;
  readonly kyc: KycModel;
  readonly deposits: DepositsModel;
}

/** Closed accounts: nobody leaves with something open, and what stays behind stays theirs. */
export class AccountDataModel implements Product {
  readonly types: Product['types'];
  readonly #reference: Reference;
  readonly #models: Models;
  /** What each owner left behind, by asset. */
  readonly #left = new Map<number, ReadonlyMap<string, bigint>>();

  constructor(reference: Reference, models: Models) {
    this.#reference = reference;
    this.#models = models;
    this.types = {
      'account.close': (entry) => this.#close(entry),
      'account.reopen': (entry) => this.#reopen(entry),
      'account.erase': (entry) => this.#erase(entry),
    };
  }

  /** Nobody who left has less than they left with: nothing of theirs is fed on, or lost. */
  needs(): void {
    const { accounts, findings } = this.#reference;
    for (const [user, assets] of this.#left) {
      for (const [asset, amount] of assets) {
        const has = this.#kept(user, asset);
        findings.check(amount <= has, () => `u${user} left ${amount} ${asset} behind, and has ${has}`);
      }
      const open = accounts
        .keysOf(user, 'real')
        .filter((key) => !/(available|held)$/.test(key) && accounts.of(key) !== 0n);
      findings.check(open.length === 0, () => `u${user} is closed with ${open.join(', ')}`);
    }
  }

  /** Held is what a network may take back after it was credited to a closed account. */
  #kept(user: number, asset: string): bigint {
    const { accounts } = this.#reference;
    return accounts.of(ofUser(user, 'real', asset, 'available')) + accounts.of(ofUser(user, 'real', asset, 'held'));
  }

  #close({ user, at, book, body }: Entry): Prediction {
    const { authority, deposits } = this.#models;
    const { accounts, owesLoan } = this.#reference;
    if (user === 0 || authority.isFrozen(user)) return refusal(CODE.frozen);
    const own = accounts.keysOf(user, 'real').filter((key) => accounts.of(key) !== 0n);
    const isFree = own.every((key) => key.endsWith('/available'));
    if (!isFree || owesLoan(user) || deposits.isOpen(user)) return refusal(CODE.accountNotEmpty, 'open');
    if (0 < own.length && (body as { leave: boolean }).leave !== true) return refusal(CODE.accountNotEmpty, 'leave');
    authority.stand(user, { status: 'disabled', reason: CLOSED, since: at, by: null });
    this.#left.set(user, new Map(own.map((key) => [key.split('/')[2] as string, accounts.of(key)])));
    return {
      code: CODE.done,
      result: null,
      rows: [standing(user, 'disabled', CLOSED, at)],
      events: [{ userId: user, book, kind: 'standing', data: { status: 'disabled', reason: CLOSED } }],
      counts: [own.length === 0 ? 'closed empty' : 'closed with money left behind'],
    };
  }

  /** As its owner closed it. */
  #closed(user: number) {
    const held = this.#models.authority.standingOf(user);
    return held?.by === null && held.reason === CLOSED ? held : undefined;
  }

  #reopen({ user, at, book }: Entry): Prediction {
    if (this.#closed(user) === undefined) return refusal(CODE.frozen);
    this.#models.authority.stand(user, undefined);
    const found = 0 < (this.#left.get(user)?.size ?? 0);
    this.#left.delete(user);
    return {
      code: CODE.done,
      result: null,
      rows: [standing(user, 'active', null, at)],
      events: [{ userId: user, book, kind: 'standing', data: { status: 'active', reason: null } }],
      counts: [found ? 'opened again with money' : 'opened again'],
    };
  }

  #erase({ user, at }: Entry): Prediction {
    const { authority, kyc } = this.#models;
    const held = this.#closed(user);
    if (held === undefined) return refusal(CODE.frozen);
    const isKept = kyc.knows(user) || 0 < this.#reference.accounts.keysOf(user, 'real').length;
    const days = Number(authority.parameter('kyc.retention_days'));
    if (isKept && at < held.since + days * DAY_MS) return refusal(CODE.accountClosed);
    authority.stand(user, { ...held, reason: ERASED });
    return {
      code: CODE.done,
      result: null,
      rows: [standing(user, 'disabled', ERASED, held.since)],
      counts: [isKept ? 'erased when due' : 'erased at once'],
    };
  }
}

const standing = (user: number, status: string, reason: string | null, since: number): ExpectedRow => ({
  table: 'user_standings',
  row: { user_id: user, status, reason, since, changed_by: null },
});
