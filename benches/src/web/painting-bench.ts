import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants } from 'node:zlib';
import { loadPaintProgram, type PaintedData, paintedMessages } from '@glasshouse/server/http/painting/program';
import type { Bench, BenchOptions } from '../harness/bench.ts';
import { startGlasshouse } from '../harness/glasshouse.ts';
import { sleep } from '../harness/program.ts';
import { type Figure, median, type Report, readable, targetAtMost } from '../harness/report.ts';

const PROGRAM = fileURLToPath(new URL('../../../apps/web/paint/dist/paint.js', import.meta.url));
const PAGES = ['/', '/market', '/cruuency?code=BTCUSDT', '/help', '/pass/login'] as const;
const AGENTS = {
  phone: 'Mozilla/5.0 (Linux; Android 14; Pixel 7) AppleWebKit/537.36',
  desktop: 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36',
} as const;
const WARM_MS = 5_000;
const PAINTINGS = 200;
const DATA = /<script type="application\/json" id="painted">(.*?)<\/script>/;

/** What a painted page costs the process that serves it, without the cache of a second. */
export const painting: Bench = {
  name: 'painting',
  about: 'processor time of painting and compressing a public page, by page and kind of device',
  run,
};

async function run({ rounds, isSmoke, print }: BenchOptions): Promise<Report> {
  if (!existsSync(PROGRAM)) throw new Error(`${PROGRAM} is missing: npm run build`);
  const program = (await loadPaintProgram(PROGRAM))!;
  const messages = paintedMessages('de');
  const server = await startGlasshouse();
  const site = `http://127.0.0.1:${server.port}`;
  await sleep(WARM_MS);
  const figures: Figure[] = [];
  let most = 0;
  for (const [device, agent] of Object.entries(AGENTS)) {
    for (const path of PAGES) {
      const headers = { 'user-agent': agent, 'accept-language': 'de' };
      const html = await (await fetch(site + path, { headers })).text();
      const text = DATA.exec(html)?.[1];
      if (text === undefined) throw new Error(`${path} is not painted`);
      const data = JSON.parse(text) as PaintedData;
      const values: number[] = [];
      for (let round = 0; round < rounds; round += 1) {
        values.push(
          await costMs(isSmoke ? 20 : PAINTINGS, async () => {
            const markup = await program.paint({ data, messages, site });
            brotliCompressSync(html.replace('<div id="root">', markup), {
              params: { [constants.BROTLI_PARAM_QUALITY]: 4 },
            });
          }),
        );
      }
      most = Math.max(most, median(values));
      print(`${path}, ${device}: ${readable(median(values))} ms`);
      figures.push({ label: `${path}, ${device}`, unit: 'ms', values });
    }
  }
  await server.stop();
  return {
    title: 'Painted pages',
    setting:
      `Processor time of rendering a page and compressing it, in German, in this process, from the answers that a running server embeds; mean of ${PAINTINGS}, ${rounds} rounds. ` +
      'A painting serves everybody with the language and the kind of device for a second.',
    figures,
    targets: [targetAtMost('the most costly page', most, 4, ' ms')],
  };
}

async function costMs(times: number, work: () => Promise<void>): Promise<number> {
  await work();
  const before = process.cpuUsage();
  for (let turn = 0; turn < times; turn += 1) await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000 / times;
}
