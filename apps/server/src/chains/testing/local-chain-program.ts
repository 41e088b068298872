/**
 * A local chain for trying things out and for browser tests, in a process of its own:
 * `node apps/server/src/chains/testing/local-chain-program.ts [port]`. Prints one line of JSON with
 * the settings that let a server in the sandbox watch it, then a block every second unless told not
 * to, until it is stopped.
 */
import { parseArgs } from 'node:util';
import { LocalChain } from './local-chain.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'block-ms': { type: 'string', default: '1000' } },
});
const blockMs = Number(values['block-ms']);
const chain = await LocalChain.start(Number(positionals[0] ?? 0));
const token = await chain.deployToken('USDT');
const extra = [
  {
    name: 'ERC20',
    title: 'Local chain',
    chainId: chain.chainId,
    url: chain.url,
    tokens: { USDT: { contract: token, decimals: 6 } },
    blockSeconds: 1,
  },
];
process.stdout.write(
  `${JSON.stringify({ url: chain.url, token, from: chain.accounts[0], WATCH_EXTRA: JSON.stringify(extra) })}\n`,
);
if (0 < blockMs) setInterval(() => void chain.mine(), blockMs);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(0));
// The parent of a test may be killed; its pipe closes then.
process.stdin.on('end', () => process.exit(0)).resume();
