import type { ResultOf } from '@glasshouse/api/calls';
import { NETWORK_NAMES } from '@glasshouse/api/networks';
import { assetOn, type Family, type Network } from '../../chains/network.ts';
import type { Networks } from '../../chains/networks.ts';
import { SHIPPED } from '../../figures/figures.ts';
import { isoTime } from '../../kernel/core/iso-time.ts';
import type { Pool } from '../../platform/postgres.ts';
import { readParameters } from '../funding/parameters.ts';
import { referenceOf } from '../funding/reference.ts';
import { currencyMarket, USDT } from '../funding/value.ts';

/** What ways to deposit depend on. */
export interface DepositMethodsDeps {
  readonly pool: Pool;
  readonly networks: Networks;
  /** Extended public keys of the settings, where no parameter names one. */
  readonly keys: { readonly [Name in Family]: string | undefined };
  /** Networks with a watcher. */
  readonly watched: ReadonlySet<string>;
  /** The mid of an instrument as decimal text; null without a price. */
  readonly priceOf: (code: string) => string | null;
  /** When that mid came, in epoch ms; null without a price. */
  readonly pricedAt: (code: string) => number | null;
  /** When the market of an instrument opens; null while it is open. */
  readonly opensAt: (code: string) => string | null;
  readonly now: () => number;
}

type Methods = Pick<ResultOf<'listDepositMethods'>, 'methods' | 'bankWaits'>;
type Method = Methods['methods'][number];
export type DepositSettings = Awaited<ReturnType<typeof depositSettings>>;

export const depositSettings = (pool: Pool) =>
  readParameters(
    pool,
    'deposit.minimums',
    'deposit.confirmations',
    'deposit.xpubs',
    'deposit.addresses',
    'deposit.bank',
    'deposit.auto_credit_usdt',
  );

/** How deposits to a network reach a person. */
type AddressSource =
  | { readonly kind: 'own'; readonly key: string }
  | { readonly kind: 'shared'; readonly address: string };

/** What this person may pay in by, and whether the bank account waits for a price. */
export async function depositMethods(deps: DepositMethodsDeps, userId: number): Promise<Methods> {
  const settings = await depositSettings(deps.pool);
  const bank = bankMethod(deps, settings, userId);
  const coins = Object.keys(settings['deposit.minimums']).flatMap((asset) => coinMethods(deps, settings, asset));
  return {
    methods: bank?.method === undefined ? coins : [...coins, bank.method],
    bankWaits: bank?.waits ?? null,
  };
}

/** A dollar in dollars, which no market quotes. */
const PAR = '1';

export const confirmationsOn = (settings: DepositSettings, network: Network): number =>
  settings['deposit.confirmations'][network.name] ?? network.confirmations;

/** An address of the person alone where there is a key, or one for everybody with a memo. */
export function addressSourceOf(
  deps: DepositMethodsDeps,
  settings: DepositSettings,
  asset: string,
  network: Network,
): AddressSource | undefined {
  const shared = settings['deposit.addresses'][`${asset}.${network.name}`];
  if (shared !== undefined) return { kind: 'shared', address: shared };
  const key = settings['deposit.xpubs'][network.family] ?? deps.keys[network.family];
  return key === undefined ? undefined : { kind: 'own', key };
}

function coinMethods(deps: DepositMethodsDeps, settings: DepositSettings, asset: string): Method[] {
  return NETWORK_NAMES.flatMap((name): Method[] => {
    const network = deps.networks.networkOf(name);
    const carried = network === undefined ? undefined : assetOn(network, asset);
    const source =
      network === undefined || carried === undefined ? undefined : addressSourceOf(deps, settings, asset, network);
    if (network === undefined || carried === undefined || source === undefined) return [];
    const confirmations = confirmationsOn(settings, network);
    return [
      {
        method: 'crypto',
        symbol: asset,
        network: name,
        networkName: network.title,
        minimum: settings['deposit.minimums'][asset] ?? '0',
        confirmations,
        minutes: Math.ceil((confirmations * network.blockSeconds) / 60),
        address: source.kind,
        contract: carried.contract ?? null,
        watched: source.kind === 'own' && deps.watched.has(name),
        bank: null,
      },
    ];
  });
}

type Bank =
  | { readonly method: Method; readonly waits?: never }
  | { readonly method?: never; readonly waits: NonNullable<Methods['bankWaits']> };

/** Undefined where the operator named no account. */
function bankMethod(deps: DepositMethodsDeps, settings: DepositSettings, userId: number): Bank | undefined {
  const { holder, iban, bic, bank, currency = SHIPPED['deposits.currency'] } = settings['deposit.bank'];
  if (holder === undefined || iban === undefined) return undefined;
  const market = currency === 'USD' ? undefined : currencyMarket(currency);
  const price = market === undefined ? PAR : deps.priceOf(market);
  const priceAt = market === undefined ? null : deps.pricedAt(market);
  // What nobody could convert is not asked for; the core looks at the market itself.
  const isTooOld = priceAt !== null && priceAt < deps.now() - SHIPPED['funding.closedAgeMs'];
  if (price === null || isTooOld) {
    return { waits: { currency, opensAt: market === undefined ? null : deps.opensAt(market) } };
  }
  const method: Method = {
    method: 'bank',
    symbol: USDT,
    network: null,
    networkName: null,
    minimum: settings['deposit.minimums'][USDT] ?? '0',
    confirmations: null,
    minutes: null,
    address: null,
    contract: null,
    watched: false,
    bank: {
      holder,
      accountNumber: iban,
      bic: bic ?? null,
      bank: bank ?? null,
      currency,
      reference: referenceOf(userId),
      price,
      priceAt: priceAt === null ? null : isoTime(priceAt),
      spread: market === undefined ? '0' : SHIPPED['deposits.closedSpread'],
    },
  };
  return { method };
}
