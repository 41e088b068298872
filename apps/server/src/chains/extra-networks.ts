import { NETWORK_NAMES, networkSpec } from '@glasshouse/api/networks';
import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { EnvReader } from '../platform/env-reader.ts';
import type { EvmNetwork } from './network.ts';

/** A chain of the settings in the place of a built-in network, with where it is reached. */
export interface ExtraNetwork {
  readonly network: EvmNetwork;
  readonly endpoints: readonly string[];
}

const NETWORKS_MAX = 10;
const ADDRESS = '^0x[0-9a-fA-F]{40}$';

const extraNetworks = Type.Array(
  Type.Object(
    {
      name: Type.Enum(NETWORK_NAMES.filter((name) => networkSpec(name).family === 'evm')),
      title: Type.Optional(Type.String({ minLength: 1, maxLength: 32 })),
      chainId: Type.Integer({ minimum: 1 }),
      url: Type.String({ pattern: '^https?://', maxLength: 500 }),
      native: Type.Optional(Type.String({ pattern: '^[A-Z0-9]{1,12}$' })),
      tokens: Type.Optional(
        Type.Record(
          Type.String({ pattern: '^[A-Z0-9]{1,12}$' }),
          Type.Object(
            {
              contract: Type.String({ pattern: ADDRESS }),
              decimals: Type.Integer({ minimum: 0, maximum: 30 }),
            },
            { additionalProperties: false },
          ),
        ),
      ),
      blockSeconds: Type.Optional(Type.Number({ exclusiveMinimum: 0, maximum: 3_600 })),
    },
    { additionalProperties: false },
  ),
  { maxItems: NETWORKS_MAX },
);

const EXPECTED =
  'JSON like [{"name":"ERC20","chainId":31337,"url":"http://127.0.0.1:8545","native":"ETH","tokens":{"USDT":{"contract":"0x…","decimals":6}}}]';

/**
 * `WATCH_EXTRA`: other EVM chains under the names of built-in networks, for trying things out on a
 * local node. Confirmations stay those of the name, because the core counts by them.
 */
export function readExtraNetworks(env: EnvReader): readonly ExtraNetwork[] {
  const text = env.text('WATCH_EXTRA');
  if (text === undefined) return [];
  const parsed = parsedJson(text);
  if (!Value.Check(extraNetworks, parsed)) {
    env.reject('WATCH_EXTRA', EXPECTED);
    return [];
  }
  return parsed.map(({ name, title, chainId, url, native, tokens = {}, blockSeconds }) => {
    const spec = networkSpec(name);
    const coin = { asset: native ?? spec.native, contract: undefined, decimals: spec.decimals };
    return {
      endpoints: [url],
      network: {
        name,
        family: 'evm',
        chainId,
        title: title ?? `${spec.name} (chain ${chainId})`,
        confirmations: spec.confirmations,
        blockSeconds: blockSeconds ?? spec.blockSeconds,
        explorer: undefined,
        assets: [coin, ...Object.entries(tokens).map(([asset, token]) => ({ asset, ...token }))],
      },
    };
  });
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
