import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { sleep, startProgram } from '../harness/program.ts';
import { type Figure, type Report, ratio, readable, targetAtLeast } from '../harness/report.ts';
import type { BytesCalls } from './bytes.ts';
import type { LoadCalls, LoadResult } from './load.ts';

const PATH = '/swx/customer/index/listMarketByType';
const CONNECTIONS = 64;
const SECONDS = 8;

const FILL_MS_MAX = 60_000;

export const marketList: Bench = {
  name: 'market-list',
  about: 'listMarkets with the whole catalogue, compared with node:http serving the same bytes',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
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
    ours.push(perSecond(await request(server.port)));
    bare.push(perSecond(await request(port)));
    print(`round ${round + 1}: ours ${readable(ours.at(-1) ?? 0)}/s, bare ${readable(bare.at(-1) ?? 0)}/s`);
  }
  await Promise.all([load.stop(), peer.stop(), server.stop()]);

  const figure = (label: string, values: readonly number[]): Figure => ({ label, unit: 'answers/s', values });
  const glasshouse = figure('Glasshouse', ours);
  const nodeHttp = figure('limit: node:http, the same bytes', bare);
  return {
    title: 'Market list over HTTP',
    setting: `\`listMarkets\`, ${rows.length} rows with their recent prices, ${readable(bytes / 1024)} kB with brotli as for browsers; ${CONNECTIONS} connections, ${rounds} rounds of ${seconds} s each, alternating, prices moving. The client runs in a separate process.`,
    figures: [glasshouse, nodeHttp],
    targets: [targetAtLeast('share of node:http', ratio(glasshouse, nodeHttp) * 100, 60, ' %')],
  };

  function request(port: number): Promise<LoadResult> {
    return load.call('get', { port, path: PATH, headers: requestHeaders, connections: CONNECTIONS, seconds });
  }

  /**
   * Waits until nearly every instrument has its price history; before that the list is much
   * shorter.
   */
  async function filledRows(): Promise<readonly { hundred: readonly number[] }[]> {
    const deadline = Date.now() + FILL_MS_MAX;
    for (;;) {
      const answer = await fetch(`http://127.0.0.1:${server.port}${PATH}`, { headers: requestHeaders });
      const { result } = (await answer.json()) as { result: { hundred: readonly number[] }[] };
      const filled = result.filter(({ hundred }) => 90 <= hundred.length).length;
      if (0.95 * result.length <= filled) return result;
      if (deadline < Date.now()) throw new Error(`only ${filled} of ${result.length} rows have their price history`);
      await sleep(500);
    }
  }

  /** Lets the peer serve the same compressed bytes as the server. */
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
  if (0 < Object.keys(bad).length) throw new Error(`failed requests: ${JSON.stringify(bad)}`);
  return good / seconds;
}
