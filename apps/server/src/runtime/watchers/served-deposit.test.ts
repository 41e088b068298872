import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { networkSpec } from '@glasshouse/api/networks';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { LocalChain } from '../../chains/testing/local-chain.ts';
import { readConfig } from '../../config.ts';
import { createLog } from '../../platform/log.ts';
import { withTestDatabase } from '../../platform/test-database.ts';
import { logosFolderOf, type Server, serve } from '../serve.ts';

/** A person deposits over HTTP and a chain; everything between is as in production. */
const XPUB =
  'xpub661MyMwAqRbcFW31YEwpkMuc5THy2PSt5bDMsktWQcFF8syAmRUapSCGu8ED9W6oDMSgv6Zz8idoc4a6mr8BDzTJY47LJhkJ8UB7WEGuduB';
const NEEDED = networkSpec('ERC20').confirmations;
const ROOT = join(import.meta.dirname, '../../../../..');
const PATIENCE = { timeout: 20_000, interval: 100 };

const database = withTestDatabase();
const dataDir = mkdtempSync(join(tmpdir(), 'glasshouse-deposit-'));
let chain: LocalChain;
let token: string;
let server: Server;

beforeAll(async () => {
  chain = await LocalChain.start();
  token = await chain.deployToken('USDT');
  const extra = [
    {
      name: 'ERC20',
      chainId: chain.chainId,
      url: chain.url,
      tokens: { USDT: { contract: token, decimals: 6 } },
      blockSeconds: 0.1,
    },
  ];
  const read = readConfig({
    PORT: '0',
    DATA_DIR: dataDir,
    PROFILE: 'sandbox',
    RATE_LIMITS: 'off',
    LOG_LEVEL: 'silent',
    XPUB_EVM: XPUB,
    WATCH_EXTRA: JSON.stringify(extra),
  });
  if (!read.ok) throw new Error(read.problems.join('\n'));
  server = await serve({
    config: read.config,
    databaseUrl: database.url,
    webFolder: dataDir,
    consoleFolder: dataDir,
    logosFolder: logosFolderOf(ROOT),
    log: createLog({ level: 'silent', name: 'test' }),
    onFatal: (reason) => {
      throw new Error(reason);
    },
  });
});
afterAll(async () => {
  await server?.stop();
  await chain.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

it('shows an address, sees the transfer, and takes it to review with every confirmation', async () => {
  const user = await register();
  const { address, contract, uri } = await user.call('getAddressBySymbol', { symbol: 'USDT', network: 'ERC20' });
  expect(contract).toBe(token);
  expect(uri).toBe(`ethereum:${token}@${chain.chainId}/transfer?address=${address}`);

  const hash = await chain.sendToken(token, { to: address!, units: 250_000_000n });
  await chain.mine();
  await vi.waitFor(async () => {
    expect(await user.deposits()).toMatchObject([{ state: 'confirming', amount: '250', txHash: hash }]);
  }, PATIENCE);
  await chain.mine(NEEDED);
  await vi.waitFor(async () => {
    expect(await user.deposits()).toMatchObject([{ state: 'reviewing', confirmations: NEEDED }]);
  }, PATIENCE);
});

async function register() {
  const headers: Record<string, string> = { 'content-type': 'application/json', virtually: 'YES' };
  const post = async (path: string, body: object) => {
    const url = `${server.url}/swx/customer${path}`;
    const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) });
    const answer = (await response.json()) as { code: number; result: never };
    if (answer.code !== 200) throw new Error(`${path}: ${JSON.stringify(answer)}`);
    return answer.result as { readonly [field: string]: string };
  };
  const password = 'a quiet long password 7';
  const { token: session } = await post('/login/register', { username: 'anna7', password, confirmPassword: password });
  headers.authorization = session!;
  return {
    call: async (name: string, body: object) => (await post(`/user/${name}`, body)) as Record<string, string>,
    deposits: async () => {
      const response = await fetch(`${server.url}/swx/customer/user/listRecharge`, { headers });
      const { result } = (await response.json()) as { result: { items: readonly object[] } };
      return result.items;
    },
  };
}
