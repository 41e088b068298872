import type { CDPSession, Page } from 'playwright-core';
import { sleep } from '../harness/program.ts';

export const CODE = 'BTCUSDT';
/** For the instrument shown; the server itself sends 4. */
export const UPDATES_PER_SECOND = 20;
const HEAP_READINGS = 4;

/** Counts animation frames in the page. */
export async function framesPerSecond(page: Page, seconds: number): Promise<number> {
  const counted = await page.evaluate<number>(
    `new Promise((resolve) => {
       const endsAt = performance.now() + ${seconds * 1000};
       let frames = 0;
       const count = () => { frames += 1; if (performance.now() < endsAt) requestAnimationFrame(count); else resolve(frames); };
       requestAnimationFrame(count);
     })`,
  );
  return counted / seconds;
}

export async function heapBytes(session: CDPSession): Promise<number> {
  // A reading includes work in progress, up to half a megabyte of drawing; the lowest has least of
  // it.
  const readings: number[] = [];
  for (let reading = 0; reading < HEAP_READINGS; reading += 1) {
    for (let pass = 0; pass < 3; pass += 1) await session.send('HeapProfiler.collectGarbage');
    readings.push((await session.send('Runtime.getHeapUsage')).usedSize);
    await sleep(500);
  }
  return Math.min(...readings);
}

/** Proxies the market socket and injects additional prices for the chart's instrument. */
export async function injectUpdates(page: Page): Promise<() => void> {
  let timer: NodeJS.Timeout | undefined;
  await page.routeWebSocket(/\/swx\/ws\/market/, (socket) => {
    const server = socket.connectToServer();
    let seq = 0;
    let price = 0;
    server.onMessage((message) => {
      const { type, seq: serverSeq, rows } = JSON.parse(String(message));
      if (type === 'snapshot' || type === 'update') seq = serverSeq;
      const row = rows?.find(({ code }: { code: string }) => code === CODE);
      if (row?.price) price = row.price;
      socket.send(message);
    });
    socket.onMessage((message) => server.send(message));
    clearInterval(timer);
    timer = setInterval(() => {
      if (price === 0) return;
      const at = Date.now();
      const moved = Number((price * (1 + Math.sin(at / 700) / 2_000)).toFixed(2));
      const row = { code: CODE, price: moved, zdf: 0.5, open: true, stale: false, bid: moved - 0.5, ask: moved + 0.5 };
      socket.send(JSON.stringify({ type: 'update', seq, at, rows: [row] }));
    }, 1_000 / UPDATES_PER_SECOND);
  });
  return () => clearInterval(timer);
}
