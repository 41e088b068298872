/**
 * Runs a costly question one at a time, so that what stands behind it has turns left for others.
 * Undefined when `waitingMax` wait already.
 */
export function oneAtATime<Question, Answer>(
  ask: (question: Question) => Promise<Answer>,
  waitingMax: number,
): (question: Question) => Promise<Answer | undefined> {
  let last: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  return async (question) => {
    if (waitingMax <= waiting) return undefined;
    waiting += 1;
    const turn = last.then(() => ask(question));
    last = turn.catch(() => undefined);
    try {
      return await turn;
    } finally {
      waiting -= 1;
    }
  };
}
