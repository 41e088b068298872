/** A node's JSON-RPC with synthetic blocks, in a process of its own. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { serveCalls } from '../harness/program.ts';
import { syntheticBlock } from './blocks.ts';
import type { BlockServerCalls } from './watcher-bench.ts';

const blocks = new Map<string, string>();
const logs = new Map<string, string>();
const receipts = new Map<string, string>();
let head = 0;

function answerOf({ method, params }: { readonly method: string; readonly params: readonly unknown[] }): string {
  switch (method) {
    case 'eth_blockNumber':
      return JSON.stringify(`0x${head.toString(16)}`);
    case 'eth_getBlockByNumber':
      return blocks.get(params[0] as string) ?? 'null';
    case 'eth_getLogs':
      return logs.get((params[0] as { blockHash: string }).blockHash) ?? '[]';
    case 'eth_getTransactionReceipt':
      return receipts.get(params[0] as string) ?? 'null';
    default:
      return 'null';
  }
}

const server = createServer(async (request, response) => {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const body = JSON.parse(Buffer.concat(chunks).toString('utf8'));
  const calls = [body].flat() as { id: number; method: string; params: unknown[] }[];
  const answers = calls.map((call) => `{"jsonrpc":"2.0","id":${call.id},"result":${answerOf(call)}}`);
  response.end(Array.isArray(body) ? `[${answers.join(',')}]` : answers[0]);
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));

serveCalls<BlockServerCalls>({
  make: ({ count, users }) => {
    for (let number = 1; number <= count; number += 1) {
      const { block, logs: found, receipts: made } = syntheticBlock(number, users);
      blocks.set(`0x${number.toString(16)}`, JSON.stringify(block));
      logs.set((block as { hash: string }).hash, JSON.stringify(found));
      for (const [hash, receipt] of made) receipts.set(hash, JSON.stringify(receipt));
    }
    head = count;
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  },
});
