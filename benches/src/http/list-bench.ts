import type { Bench, BenchOptions } from '../frame/bench.ts';
import { startGlasshouse } from '../frame/glasshouse.ts';
import { sleep, startProgram } from '../frame/program.ts';
import { type Figure, type Report, ratio, reachAtLeast, readable } from '../frame/report.ts';
import type { BytesCalls } from './bytes.ts';
import type { LoadCalls, LoadResult } from './load.ts';

const PATH = '/swx/customer/index/listMarketByType';
const CONNECTIONS = 64;
const SECONDS = 8;

const FILL_MS_MAX = 60_000;

export const marketList: Bench = {
  name: 'market-list',
  about: 'listMarkets with the whole catalogue, beside node:http serving the same bytes',
  run,
};

async function run({ rounds, isSmoke, say }: BenchOptions): Promise<Report> {
  const seconds = isSmoke ? 2 : SECONDS;
  const server = await startGlasshouse();
  const load = await startProgram<LoadCalls>(new URL('./load.ts', import.meta.url));
  const peer = await startProgram<BytesCalls>(new URL('./bytes.ts', import.meta.url));
  const requestHeaders = { 'Accept-Encoding': 'br' };
  const rows = await filledRows();
  const { port, bytes } = await startPeer();

  const ours: number[] = [];
  const bare: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(perSecond(await ask(server.port)));
    bare.push(perSecond(await ask(port)));
    say(`round ${round + 1}: ours ${readable(ours.at(-1) ?? 0)}/s, bare ${readable(bare.at(-1) ?? 0)}/s`);
  }
  await Promise.all([load.stop(), peer.stop(), server.stop()]);

  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'answers/s', values });
  const glasshouse = figure('Glasshouse', ours);
  const nodeHttp = figure('limit: node:http, the same bytes', bare);
  return {
    title: 'Market list over HTTP',
    setting: `\`listMarkets\`, ${rows.length} rows with their recent prices, ${readable(bytes / 1024)} kB with brotli as browsers ask for it; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s in turn, prices moving. The client runs in a process of its own.`,
    figures: [glasshouse, nodeHttp],
    reaches: [reachAtLeast('share of node:http', ratio(glasshouse, nodeHttp) * 100, 60, ' %')],
  };

  function ask(of: number): Promise<LoadResult> {
    return load.call('get', { port: of, path: PATH, headers: requestHeaders, connections: CONNECTIONS, seconds });
  }

  /**
   * The list as it is once the past of nearly every instrument has been read: before that it is a
   * fraction as long.
   */
  async function filledRows(): Promise<readonly { hundred: readonly number[] }[]> {
    const giveUpAt = Date.now() + FILL_MS_MAX;
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${server.port}${PATH}`, { headers: requestHeaders });
      const { result } = (await answer.json()) as { result: { hundred: readonly number[] }[] };
      const filled = result.filter(({ hundred }) => 90 <= hundred.length).length;
      if (0.95 * result.length <= filled) return result;
      if (giveUpAt < Date.now()) throw new Error(`only ${filled} of ${result.length} rows have their past`);
      await sleep(500);
    }
  }

  /** The peer serves what the server served, compressed as it was. */
  async function startPeer(): Promise<{ port: number; bytes: number }> {
    const { get } = await import('node:http');
    return new Promise((resolve, reject) => {
      get({ port: server.port, path: PATH, headers: requestHeaders }, async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk);
        const body = Buffer.concat(chunks);
        const headers = {
          'content-type': String(response.headers['content-type']),
          'content-encoding': String(response.headers['content-encoding']),
        };
        const { port: peerPort } = await peer.call('start', { body, headers });
        resolve({ port: peerPort, bytes: body.length });
      }).on('error', reject);
    });
  }
}

function perSecond({ good, bad, seconds }: LoadResult): number {
  if (0 < Object.keys(bad).length) throw new Error(`wrong answers: ${JSON.stringify(bad)}`);
  return good / seconds;
}
