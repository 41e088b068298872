import { type TOptional, Type } from 'typebox';
import { LANGUAGES, type Language } from '../constants.ts';
import {
  amount,
  asset,
  hex,
  identifier,
  language,
  list,
  nullable,
  PLAIN_LINES,
  strict,
  text,
  timestamp,
  words,
} from './common.ts';
import { proof } from './proof.ts';
import { logEntryFields } from './trading.ts';
import { statementLine } from './user.ts';

export const NFT_STATES = ['onSale', 'offSale', 'soldOut', 'ended'] as const;
export const NFT_QUANTITY_MAX = 100;
export const NFT_SUPPLY_MAX = 1_000_000;
export const NFT_NAME_MAX = 80;
/** Of eleven languages together, so that all of them fit into one request. */
export const NFT_TEXT_MAX = 1_500;
export const NFT_OWNER_NAME_MAX = 40;

const serial = (description = 'Serial number; 1 is the first that was sold.') =>
  Type.Integer({ minimum: 1, maximum: NFT_SUPPLY_MAX, description });

const charityName = strict({ id: identifier(), name: words('Name.'), language: language() });

/** A listing without its long text. */
const card = {
  id: identifier(),
  name: words('Name, in `language`.'),
  language: language(),
  image: words('Path of the picture on this server.'),
  charity: charityName,
  asset: asset('Asset of the price.'),
  price: amount(),
  supply: Type.Integer({ minimum: 1, maximum: NFT_SUPPLY_MAX }),
  sold: Type.Integer({ minimum: 0, maximum: NFT_SUPPLY_MAX }),
  raised: amount('Paid by buyers so far; all of it is the charity’s.'),
  state: Type.Enum([...NFT_STATES]),
};
export const nftCard = strict(card);
export const nftListing = strict({
  ...card,
  text: words('What it shows and what it is for, in `language`.'),
  writtenIn: language(),
  paidOutAt: nullable(timestamp('Last payment to the charity.')),
});

export const charity = strict({
  id: identifier(),
  name: words('Name, in `language`.'),
  text: words('What it does, in `language`.'),
  language: language(),
  writtenIn: language(),
  registration: nullable(words('Where it is registered, and under which number.')),
  website: nullable(words('Its own page.')),
  asset: asset(),
  raised: amount('Paid by buyers of all its works.'),
  paidOut: amount('Paid to the charity.'),
  held: amount('On its account here: raised less paid out.'),
  sales: Type.Integer({ minimum: 0, description: 'Purchases.' }),
  payouts: Type.Integer({ minimum: 0 }),
  lastPaidAt: nullable(timestamp()),
});

/** One posting of a charity's account. Who bought is nobody else's business. */
export const charityLine = strict({
  seq: identifier('Command log entry.'),
  at: timestamp(),
  kind: Type.Enum(['sale', 'payout']),
  amount: amount(),
  balanceAfter: amount('On the account of the charity after it.'),
  hash: nullable(hex(32, 'Of the log entry; null: in an archive.')),
  work: nullable(strict({ id: identifier(), name: words('Name.'), serial: serial(), quantity: serial('How many.') })),
  payout: nullable(
    strict({
      reference: words('Reference of the bank transfer or transaction.'),
      proof: hex(32, 'SHA-256 of the document that shows the payment.'),
      paidOn: words('YYYY-MM-DD.'),
    }),
  ),
});

export const ownedNft = strict({
  id: identifier('Number of the purchase.'),
  listing: nftCard,
  serial: serial(),
  paid: amount(),
  boughtAt: timestamp(),
  share: nullable(
    strict({
      token: words('Of the public certificate: `/nfts/certificate/<token>`.'),
      name: nullable(words('As its owner shows it.')),
    }),
  ),
});

const promise = strict({
  listing: identifier(),
  charity: strict({ id: identifier(), name: words('Name.'), registration: nullable(words('Registration.')) }),
  language: language(),
  name: words('Name, as it was written.'),
  text: words('Text, as it was written.'),
  image: hex(32, 'SHA-256 of the picture.'),
  asset: asset(),
  price: amount(),
  supply: Type.Integer({ minimum: 1 }),
});

export const nftEvidence = strict({
  nft: strict({
    id: identifier(),
    listing: identifier(),
    serial: serial('The first one.'),
    quantity: Type.Integer({ minimum: 1, maximum: NFT_QUANTITY_MAX }),
    asset: asset(),
    price: amount(),
    paid: amount(),
    at: timestamp(),
  }),
  promise,
  log: list(strict(logEntryFields), 4),
  lines: list(statementLine, 8),
  proof,
});

export const certificateEvidence = strict({
  certificate: strict({
    purchase: identifier('Log entry that sold it.'),
    serial: serial(),
    digest: hex(32, 'Of what was promised, as that entry has it.'),
    at: timestamp(),
    owner: nullable(words('As the owner chose to be named; null: not at all.')),
    entry: identifier('Log entry that has the digest of purchase, serial, owner and nonce.'),
    nonce: hex(16, 'In that digest, so that names cannot be guessed from the log.'),
  }),
  promise,
  proof,
});

export const TOKEN_PATTERN = '^[A-Za-z0-9_-]{22}$';
export const shareToken = () =>
  Type.String({ pattern: TOKEN_PATTERN, maxLength: 22, description: 'Of a shared certificate.' });

const written = strict({
  name: text(NFT_NAME_MAX, 'Name.'),
  text: Type.String({ minLength: 1, maxLength: NFT_TEXT_MAX, pattern: PLAIN_LINES, description: 'Text.' }),
});
type CollectionText = typeof written;

/** By language; what is missing is shown in the language that it was written in. */
export const writtenTexts = strict(
  Object.fromEntries(LANGUAGES.map((name) => [name, Type.Optional(written)])) as {
    readonly [Name in Language]: TOptional<CollectionText>;
  },
);
