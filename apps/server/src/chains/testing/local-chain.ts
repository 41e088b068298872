import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createHardhatRuntimeEnvironment } from 'hardhat/hre';
import { type Abi, encodeDeployData, encodeFunctionData, type Hex } from 'viem';
import { JsonRpc } from '../watch/json-rpc.ts';

const CHAIN_ID = 31_337;
const GAS = '0x7a1200';
/** Fixed, so that the same payment sent again is the same transaction. */
const GAS_PRICE = '0xba43b7400';
const TIMEOUT_MS = 20_000;
const TOKEN_SUPPLY = 10n ** 30n;

export interface Payment {
  readonly to: string;
  /** Chain units. */
  readonly units: bigint;
  readonly from?: string;
}

/**
 * A real EVM node (Hardhat's EDR) on the loopback address, with real ERC-20 contracts of
 * OpenZeppelin. Blocks are made only when asked for.
 */
export class LocalChain {
  readonly url: string;
  readonly chainId = CHAIN_ID;
  /** Unlocked and rich; the first one owns all tokens. */
  readonly accounts: readonly string[];
  readonly #rpc: JsonRpc;
  readonly #close: () => Promise<void>;

  private constructor(url: string, accounts: readonly string[], close: () => Promise<void>) {
    this.url = url;
    this.accounts = accounts;
    this.#rpc = new JsonRpc({ url, timeoutMs: TIMEOUT_MS });
    this.#close = close;
  }

  /** `port` 0 takes a free one. */
  static async start(port = 0): Promise<LocalChain> {
    const environment = await createHardhatRuntimeEnvironment(
      { networks: { local: { type: 'edr-simulated', chainId: CHAIN_ID, mining: { auto: false, interval: 0 } } } },
      {},
      join(import.meta.dirname, '../../..'),
    );
    const server = await environment.network.createServer('local', '127.0.0.1', port);
    const { port: boundPort } = await server.listen();
    const url = `http://127.0.0.1:${boundPort}`;
    const rpc = new JsonRpc({ url, timeoutMs: TIMEOUT_MS });
    const accounts = (await rpc.call('eth_accounts')) as string[];
    return new LocalChain(url, accounts, () => server.close());
  }

  async call(method: string, ...params: readonly unknown[]): Promise<unknown> {
    return await this.#rpc.call(method, ...params);
  }

  async mine(blocks = 1): Promise<void> {
    for (let block = 0; block < blocks; block += 1) await this.call('evm_mine');
  }

  async head(): Promise<number> {
    return Number(await this.call('eth_blockNumber'));
  }

  /** Hash of a transaction that the next block will hold. */
  async send(transaction: { readonly [field: string]: unknown }): Promise<string> {
    const defaults = { from: this.accounts[0], gas: GAS, gasPrice: GAS_PRICE };
    return (await this.call('eth_sendTransaction', { ...defaults, ...transaction })) as string;
  }

  async sendCoin({ to, units, from = this.accounts[0]! }: Payment): Promise<string> {
    return await this.send({ from, to, value: `0x${units.toString(16)}` });
  }

  async sendToken(token: string, { to, units, from = this.accounts[0]! }: Payment): Promise<string> {
    return await this.invoke('ERC20', { to: token, from, name: 'transfer', args: [to, units] });
  }

  /** The data of a call to an OpenZeppelin contract. */
  encode(contract: string, name: string, args: readonly unknown[]): string {
    return encodeFunctionData({ abi: artifact(contract).abi, functionName: name, args });
  }

  /** Calls a function of an OpenZeppelin contract in a transaction. */
  async invoke(
    contract: string,
    { to, from, name, args }: { to: string; from?: string; name: string; args: readonly unknown[] },
  ): Promise<string> {
    const data = this.encode(contract, name, args);
    return await this.send({ to, data, ...(from === undefined ? {} : { from }) });
  }

  /** Deploys an OpenZeppelin contract in a block of its own. */
  async deploy(contract: string, args: readonly unknown[]): Promise<string> {
    const { abi, bytecode } = artifact(contract);
    const hash = await this.send({ data: encodeDeployData({ abi, bytecode, args }) });
    await this.mine();
    const receipt = (await this.call('eth_getTransactionReceipt', hash)) as { contractAddress: string; status: string };
    if (receipt.status !== '0x1') throw new Error(`${contract} could not be deployed`);
    return receipt.contractAddress;
  }

  /** A token whose whole supply the first account holds. */
  async deployToken(symbol: string): Promise<string> {
    return await this.deploy('ERC20PresetFixedSupply', [`Test ${symbol}`, symbol, TOKEN_SUPPLY, this.accounts[0]]);
  }

  /** Everything from here on can be taken back, as a reorganisation does. */
  async snapshot(): Promise<unknown> {
    return await this.call('evm_snapshot');
  }

  /**
   * Takes blocks back, and makes sure that the next one differs from the one that was there.
   */
  async revert(snapshot: unknown): Promise<void> {
    if ((await this.call('evm_revert', snapshot)) !== true) throw new Error('nothing to take back');
    await this.call('evm_increaseTime', 7);
  }

  async stop(): Promise<void> {
    await this.#close();
  }
}

const require = createRequire(import.meta.url);

function artifact(contract: string): { readonly abi: Abi; readonly bytecode: Hex } {
  const file = require.resolve(`@openzeppelin/contracts/build/contracts/${contract}.json`);
  return JSON.parse(readFileSync(file, 'utf8')) as { abi: Abi; bytecode: Hex };
}
