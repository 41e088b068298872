import { EndpointError } from './endpoint.ts';

/** keccak256("Transfer(address,address,uint256)") */
export const TRANSFER_TOPIC = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

export interface EvmTransaction {
  readonly hash: string;
  readonly from: string;
  /** Null: it creates a contract. */
  readonly to: string | null;
  readonly value: string;
  readonly input: string;
}

export interface EvmHeader {
  readonly number: number;
  readonly hash: string;
  readonly parentHash: string;
  /** Epoch ms. */
  readonly at: number;
}

export interface EvmBlock extends EvmHeader {
  readonly transactions: readonly EvmTransaction[];
}

export interface EvmLog {
  /** Lower case. */
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly transactionHash: string;
  readonly logIndex: number;
}

export interface EvmReceipt {
  readonly transactionHash: string;
  readonly blockHash: string;
  readonly blockNumber: number;
  readonly isSuccess: boolean;
  readonly logs: readonly EvmLog[];
}

type Fields = { readonly [name: string]: unknown };

const HASH = /^0x[0-9a-f]{64}$/;
const ADDRESS = /^0x[0-9a-f]{40}$/;
const DATA = /^0x(?:[0-9a-f]{2})*$/;
const QUANTITY = /^0x(?:0|[1-9a-f][0-9a-f]{0,63})$/;

export const quantity = (value: number): string => `0x${value.toString(16)}`;

/** Checks the form of what an endpoint answers: it may be broken, half-synchronised or hostile. */
export class EvmAnswers {
  readonly #name: string;

  constructor(name: string) {
    this.#name = name;
  }

  quantity(value: unknown): number {
    const number = Number(this.#text(value, QUANTITY, 'a number'));
    if (!Number.isSafeInteger(number)) this.#reject('a number that is too large');
    return number;
  }

  header(value: unknown, number: number): EvmHeader {
    const fields = this.#fields(value);
    const header = {
      number: this.quantity(fields.number),
      hash: this.#text(fields.hash, HASH, 'a hash'),
      parentHash: this.#text(fields.parentHash, HASH, 'a hash'),
      at: this.quantity(fields.timestamp) * 1_000,
    };
    if (header.number !== number) this.#reject(`block ${header.number} instead of ${number}`);
    return header;
  }

  block(value: unknown, number: number): EvmBlock {
    const transactions = this.#list(this.#fields(value).transactions).map((item) => this.transaction(item));
    return { ...this.header(value, number), transactions };
  }

  transaction(value: unknown): EvmTransaction {
    const { hash, from, to, value: sent, input } = this.#fields(value);
    return {
      hash: this.#text(hash, HASH, 'a hash'),
      from: this.#text(from, ADDRESS, 'an address'),
      to: to === null || to === undefined ? null : this.#text(to, ADDRESS, 'an address'),
      value: this.#text(sent, QUANTITY, 'a number'),
      input: typeof input === 'string' ? input : '0x',
    };
  }

  logs(value: unknown, blockHash: string): readonly EvmLog[] {
    return this.#list(value).map((item) => {
      const fields = this.#fields(item);
      if (fields.blockHash !== blockHash || fields.removed === true) this.#reject('a log of another block');
      return this.#log(fields);
    });
  }

  receipt(value: unknown): EvmReceipt {
    const fields = this.#fields(value);
    const status = this.#text(fields.status, /^0x[01]$/, 'a status');
    return {
      transactionHash: this.#text(fields.transactionHash, HASH, 'a hash'),
      blockHash: this.#text(fields.blockHash, HASH, 'a hash'),
      blockNumber: this.quantity(fields.blockNumber),
      isSuccess: status === '0x1',
      logs: this.#list(fields.logs).map((item) => this.#log(this.#fields(item))),
    };
  }

  /** The logs of a block and the receipt of a transaction must agree. */
  assertSameLogs(receipt: EvmReceipt, logs: readonly EvmLog[]): void {
    for (const log of logs) {
      const same = receipt.logs.find(({ logIndex }) => logIndex === log.logIndex);
      const isSame =
        same !== undefined &&
        same.address === log.address &&
        same.data === log.data &&
        same.topics.join() === log.topics.join();
      if (!isSame) this.#reject(`a receipt of ${receipt.transactionHash} that contradicts its logs`);
    }
  }

  #log(fields: Fields): EvmLog {
    return {
      address: this.#text(fields.address, ADDRESS, 'an address'),
      topics: this.#list(fields.topics).map((topic) => this.#text(topic, HASH, 'a topic')),
      data: this.#text(fields.data, DATA, 'data'),
      transactionHash: this.#text(fields.transactionHash, HASH, 'a hash'),
      logIndex: this.quantity(fields.logIndex),
    };
  }

  #fields(value: unknown): Fields {
    if (typeof value !== 'object' || value === null) this.#reject('no object');
    return value as Fields;
  }

  #list(value: unknown): readonly unknown[] {
    if (!Array.isArray(value)) this.#reject('no list');
    return value as readonly unknown[];
  }

  #text(value: unknown, pattern: RegExp, what: string): string {
    const text = typeof value === 'string' ? value.toLowerCase() : '';
    if (!pattern.test(text)) this.#reject(`${String(value).slice(0, 80)} instead of ${what}`);
    return text;
  }

  #reject(what: string): never {
    throw new EndpointError(`${this.#name} answered with ${what}`);
  }
}
