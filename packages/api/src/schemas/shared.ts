import { type TObject, type TProperties, Type } from 'typebox';
import { book, hex, identifier, list, nullable, rate, strict, timestamp, words } from './common.ts';
import { provenTick } from './market.ts';
import { optionsOrder, optionsReceipt } from './options.ts';
import { tickRun } from './proof.ts';
import { contractOrder, contractStep, spotFill, spotOrder } from './trading.ts';
import { convertFill } from './wallet.ts';

/** What an order can be shown as; `@glasshouse/rules/proofs/shared/receipt` picks the fields. */
export const SHARED_KINDS = ['option', 'contract', 'spot', 'conversion'] as const;

/** 128 bits in base64url. */
export const sharedToken = () =>
  Type.String({ pattern: '^[A-Za-z0-9_-]{22}$', maxLength: 22, description: 'Of a shared receipt.' });

const picked = <Properties extends TProperties, Name extends keyof Properties & string>(
  { properties }: TObject<Properties>,
  names: readonly Name[],
) => Object.fromEntries(names.map((name) => [name, properties[name]])) as Pick<Properties, Name>;

const sharedOption = strict({
  ...picked(optionsOrder, [
    ...(['code', 'name', 'precision', 'direction', 'asset', 'amount', 'periodSeconds', 'payoutRate', 'fee'] as const),
    ...(['profit', 'state', 'outcome', 'reason', 'placedAt', 'entry', 'expiresAt', 'exit', 'settledAt'] as const),
    'paid',
  ]),
  ...picked(optionsReceipt, ['gapLimitMs', 'lastGapEndedAt']),
});

const sharedContract = strict({
  ...picked(contractOrder, [
    ...(['code', 'name', 'precision', 'side', 'type', 'state', 'lots', 'lotSize', 'leverage', 'openPrice'] as const),
    ...(['closePrice', 'margin', 'openFee', 'closeFeePaid', 'financing', 'feeRate', 'quoteRate'] as const),
    ...(['realised', 'stopLoss', 'takeProfit', 'closedBy', 'placedAt', 'openedAt', 'closedAt'] as const),
    'netted',
    'convertsBy',
  ]),
  profitMaxRate: nullable(rate('Most that it could gain, as a share of its notional.')),
  steps: list(
    strict(
      picked(contractStep, [
        ...(['kind', 'at', 'tick', 'lots', 'price', 'fee', 'pnl', 'stopLoss', 'takeProfit', 'rate'] as const),
      ]),
    ),
    500,
  ),
});

const sharedSpot = strict({
  ...picked(spotOrder, [
    ...(['code', 'name', 'precision', 'base', 'quote', 'side', 'type', 'state', 'price', 'filledQuantity'] as const),
    ...(['filledAmount', 'averagePrice', 'fee', 'feeAsset', 'placedAt', 'doneAt'] as const),
  ]),
  fills: list(
    strict(picked(spotFill, ['price', 'quantity', 'fee', 'feeAsset', 'role', 'house', 'tick', 'at'] as const)),
    200,
  ),
});

const sharedConversion = strict(
  picked(convertFill, [
    ...(['from', 'to', 'amount', 'received', 'reference', 'price', 'spreadRate', 'bandRate', 'ticks', 'at'] as const),
  ]),
);

const common = {
  version: Type.Literal(1),
  book: book(),
  ticks: list(provenTick, 120),
  runs: list(tickRun, 8),
  entry: strict({
    seq: identifier('Entry of the command log that placed the order.'),
    hash: hex(32, 'Its hash; compare with getLogHash. Its text names the owner, and is not here.'),
  }),
  inputs: list(words('Where prices could have been typed.'), 8),
  sharedAt: timestamp(),
  publicKey: hex(32, 'Verification key; compare with listPublicKeys.'),
  signature: hex(64, 'Ed25519 signature over the whole receipt.'),
};

/** As `@glasshouse/rules/proofs/shared/verify` verifies it. */
export const sharedReceipt = Type.Union([
  strict({ ...common, kind: Type.Literal('option'), order: sharedOption }),
  strict({ ...common, kind: Type.Literal('contract'), order: sharedContract }),
  strict({ ...common, kind: Type.Literal('spot'), order: sharedSpot }),
  strict({ ...common, kind: Type.Literal('conversion'), order: sharedConversion }),
]);
