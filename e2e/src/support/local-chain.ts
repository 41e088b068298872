/**
 * A real EVM chain on this machine, with a token that the server takes for USDT on Ethereum:
 *
 *     const chain = await startLocalChain();
 *     const server = await startServer({ env: chain.env });
 *     …the page shows `address`…
 *     await chain.sendToken(address, 250);
 *     await chain.mine(CONFIRMATIONS);
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';
import { networkSpec } from '@glasshouse/api/networks';

const PROGRAM = join(resolve(import.meta.dirname, '../../..'), 'apps/server/src/chains/testing/local-chain-program.ts');
/** BIP-32, test vector 2: nobody's money. */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const TOKEN_UNITS = 1_000_000;
/** transfer(address,uint256) */
const TRANSFER = '0xa9059cbb';

/** Blocks until a transfer is final for the server. */
export const CONFIRMATIONS = networkSpec('ERC20').confirmations;

export interface LocalChain {
  /** Settings of the server that watches it. */
  readonly env: Readonly<Record<string, string>>;
  /** Sends USDT; the transfer is in the next block. The hash is returned. */
  sendToken(to: string, amount: number): Promise<string>;
  mine(blocks?: number): Promise<void>;
  /** Everything from here on can be taken back by `revert`, as a reorganisation does. */
  snapshot(): Promise<string>;
  revert(snapshot: string): Promise<void>;
  stop(): Promise<void>;
}

/** Blocks are made only by `mine`. */
export async function startLocalChain(): Promise<LocalChain> {
  const child = spawn(process.execPath, [PROGRAM, '--block-ms', '0'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = (await Promise.race([
    once(createInterface(child.stdout), 'line'),
    once(child, 'exit').then(() => Promise.reject(new Error('the local chain did not start'))),
  ])) as [string];
  const { url, token, from, WATCH_EXTRA } = JSON.parse(line) as Record<string, string>;

  async function call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url as string, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const { result, error } = (await response.json()) as { result?: unknown; error?: { message: string } };
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  }

  return {
    env: { XPUB_EVM: XPUB, WATCH_EXTRA: WATCH_EXTRA as string },
    async sendToken(to, amount) {
      const units = BigInt(Math.round(amount * TOKEN_UNITS));
      const words = [to.slice(2).toLowerCase(), units.toString(16)].map((word) => word.padStart(64, '0'));
      const transaction = { from, to: token, data: TRANSFER + words.join(''), gas: '0x7a1200' };
      return (await call('eth_sendTransaction', transaction)) as string;
    },
    async mine(blocks = 1) {
      for (let block = 0; block < blocks; block += 1) await call('evm_mine');
    },
    snapshot: async () => (await call('evm_snapshot')) as string,
    async revert(snapshot) {
      await call('evm_revert', snapshot);
      // The next block must not equal the one that was there.
      await call('evm_increaseTime', 7);
    },
    async stop() {
      const ended = once(child, 'exit');
      child.kill('SIGTERM');
      await ended;
    },
  };
}
