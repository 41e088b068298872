import type { Log } from './log.ts';

export interface LastWords {
  /** Why it ends. The first reason counts: what follows from it tells less. */
  because(reason: string): void;
}

/**
 * The last line of a process says why it ends, also where nobody decided that it should. Only
 * SIGKILL and a crash of the runtime itself leave no time for it: for those see
 * `realtime/fanout/process.ts`.
 */
export function lastWords(log: Pick<Log, 'info' | 'fatal'>): LastWords {
  let reason: string | undefined;
  process.on('exit', (status) => {
    if (reason === undefined) log.fatal({ status }, 'the server ends, and nothing said why');
    else log.info({ status, reason }, 'the server ends');
  });
  return {
    because(why) {
      reason ??= why;
    },
  };
}
