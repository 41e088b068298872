import { Agent, request } from 'node:http';
import { serveCalls, sleep } from '../harness/program.ts';

/** One network that asks without end, in a separate process. */
export type FloodCalls = {
  start: { params: { port: number; paths: readonly string[]; connections: number }; result: null };
  /** Answers since the start, by status. */
  stop: { params: null; result: { readonly [status: string]: number } };
};

/** Refused connections are opened again after this long, as a client without manners does. */
const REOPEN_MS = 5;
const HOSTS = 200;

let isRunning = false;
let runs: Promise<void>[] = [];
const answers: Record<string, number> = {};

function ask(agent: Agent, { port, path, host }: { port: number; path: string; host: number }): Promise<void> {
  return new Promise((resolve) => {
    const headers = { 'x-forwarded-for': `203.0.113.${host}`, 'accept-encoding': 'br' };
    const done = (status: string) => {
      answers[status] = (answers[status] ?? 0) + 1;
      resolve();
    };
    const sent = request({ agent, port, host: '127.0.0.1', path, headers }, (response) => {
      response.resume();
      response.once('end', () => done(String(response.statusCode)));
      response.once('error', () => done('broken'));
    });
    sent.once('error', () => done('refused'));
    sent.end();
  });
}

serveCalls<FloodCalls>({
  start({ port, paths, connections }) {
    const agent = new Agent({ keepAlive: true, maxSockets: connections });
    isRunning = true;
    runs = Array.from({ length: connections }, async (_, index) => {
      for (let count = index; isRunning; count += 1) {
        await ask(agent, { port, path: paths[count % paths.length] as string, host: 1 + (count % HOSTS) });
        if (answers.refused !== undefined) await sleep(REOPEN_MS);
      }
    });
    return null;
  },
  async stop() {
    isRunning = false;
    await Promise.all(runs);
    return { ...answers };
  },
});
