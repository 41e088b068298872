/** What the core must know of sessions, from the commands alone: written from the specification. */
export interface ModelSession {
  readonly digest: string;
  readonly owner: number;
  readonly until: number;
}

export class KnownSessionsModel {
  readonly #open = new Map<string, ModelSession>();
  enforced = false;

  /** Whether the core takes it: a digest that is open is not opened again. */
  opened(session: ModelSession, at: number): boolean {
    if (this.#open.has(session.digest) || session.until <= at) return false;
    this.#open.set(session.digest, session);
    return true;
  }

  closed(digest: string): boolean {
    return this.#open.delete(digest);
  }

  /** Whether a command of this person may come by it. */
  admits(digest: string | undefined, user: number, at: number): boolean {
    if (!this.enforced) return true;
    const session = digest === undefined ? undefined : this.#open.get(digest);
    return session !== undefined && session.owner === user && at < session.until;
  }
}
