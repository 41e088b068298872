import type { CoreBus } from '../kernel/core/bus.ts';

export interface SessionControl {
  /** The person's sessions are read again. */
  refresh(userId: number): Promise<void>;
  /** All of the person's sessions end, and their sockets with them. */
  revokeAll(userId: number): Promise<unknown>;
}

/**
 * The bus on which a change of somebody's standing, or an approval about them, takes hold of their
 * sessions before it is answered: whoever froze a person can rely on it.
 */
export function followStandings(bus: CoreBus, sessions: SessionControl): CoreBus {
  return {
    async submit(input) {
      const answer = await bus.submit(input);
      if (input.type === 'standing.set' && answer.code === 200) {
        const { status } = input.body as { readonly status: string };
        if (status === 'disabled') await sessions.revokeAll(input.userId);
        else await sessions.refresh(input.userId);
      }
      // An approval did what was asked for about the person: a verification may be gone.
      if (input.type === 'request.decide' && answer.code === 200 && 0 < input.userId) {
        await sessions.refresh(input.userId);
      }
      return answer;
    },
    onUserEvents: (listener, wants) => bus.onUserEvents(listener, wants),
    onMarketFrame: (listener) => bus.onMarketFrame(listener),
  };
}
