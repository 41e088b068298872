/**
 * How long withdrawals wait after a change of what protects an account, from the commands alone:
 * written from the specification. Whatever is added confirms nothing for a day; what was there a
 * day before confirms what is added.
 */
export type ModelChange =
  | 'password'
  | 'firstPassword'
  | 'email'
  | 'firstEmail'
  | 'app'
  | 'noApp'
  | 'moneyPassword'
  | 'noPasskey'
  | 'passkey';

export type ModelStep = 'email' | 'totp' | null;

const NEVER = Number.NEGATIVE_INFINITY;

interface Person {
  until: number;
  /** Of an address that no app confirmed. */
  emailAt: number;
  appAt: number | undefined;
  hasMoneyPassword: boolean;
}

export class WithdrawalWaitsModel {
  readonly #people = new Map<number, Person>();
  readonly #wait: number;

  constructor(wait: number) {
    this.#wait = wait;
  }

  #of(user: number): Person {
    const known = this.#people.get(user);
    if (known !== undefined) return known;
    const fresh: Person = { until: NEVER, emailAt: NEVER, appAt: undefined, hasMoneyPassword: false };
    this.#people.set(user, fresh);
    return fresh;
  }

  #isOld(person: Person, step: ModelStep, at: number): boolean {
    if (step === null) return false;
    const since = step === 'email' ? person.emailAt : person.appAt;
    return since !== undefined && since + this.#wait <= at;
  }

  changed(user: number, change: ModelChange, { step, at }: { readonly step: ModelStep; readonly at: number }): void {
    const person = this.#of(user);
    const isConfirmed = this.#isOld(person, step, at);
    const waits = this.#waits(person, change, { step, isConfirmed });
    if (waits) person.until = at + this.#wait;
    if (waits && (change === 'email' || change === 'firstEmail')) person.emailAt = at;
    if (change === 'app') person.appAt = at;
    if (change === 'noApp') person.appAt = undefined;
    if (change === 'moneyPassword') person.hasMoneyPassword = true;
  }

  #waits(
    person: Person,
    change: ModelChange,
    { step, isConfirmed }: { readonly step: ModelStep; readonly isConfirmed: boolean },
  ): boolean {
    switch (change) {
      case 'firstPassword':
      case 'passkey':
        return false;
      case 'firstEmail':
        return !(step === 'totp' && isConfirmed);
      case 'app':
        return !isConfirmed;
      case 'moneyPassword':
        return person.hasMoneyPassword || !isConfirmed;
      case 'password':
      case 'email':
      case 'noApp':
      case 'noPasskey':
        return true;
    }
  }

  /** Whether money may leave now, confirmed by this. */
  mayWithdraw(user: number, by: 'email' | 'totp', at: number): boolean {
    const person = this.#of(user);
    return person.until <= at && (by === 'email' || this.#isOld(person, 'totp', at));
  }
}
