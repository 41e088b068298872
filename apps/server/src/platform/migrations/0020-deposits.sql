-- Money in: reports and transfers, the hashes that were used, the addresses that were shown, and what an operator must look at.
-- All of it follows from the command log. Addresses of chains are public; proof images lie in the file store.

create table deposits (
  id              bigint primary key,    -- sequence of the command that made it
  user_id         bigint not null,
  book            text   not null check (book = 'real'),
  method          text   not null check (method in ('crypto', 'bank')),
  asset           text   not null,
  network         text,                  -- null: by bank
  state           text   not null check (state in ('pending', 'confirming', 'reviewing', 'approved', 'rejected', 'failed')),
  claimed         numeric(38, 8) check (claimed > 0),   -- as reported; of a bank transfer, in its currency
  arrived         numeric(38, 8) check (arrived > 0),
  credited        numeric(38, 8) check (credited >= 0),
  value_usdt      numeric(38, 8) check (value_usdt >= 0),  -- at the credit; its cost begins there
  tick            jsonb,                 -- the price of that value
  frozen          numeric(38, 8) not null check (frozen >= 0),
  owed            numeric(38, 8) not null check (owed >= 0),
  address         text,
  sender          text,
  tx_hash         text,
  output          integer,
  block           bigint,
  confirmations   integer,
  needed          integer,
  currency        text,
  currency_amount numeric(38, 8),
  proof           text,
  simulated       boolean not null,
  reason          text,
  note            text,
  steps           jsonb  not null,
  placed_at       timestamptz not null,
  due_at          timestamptz,
  closed_at       timestamptz,
  settled         boolean not null,
  check ((method = 'bank') = (network is null)),
  check (state <> 'approved' or credited is not null),
  check (not settled or (closed_at is not null and frozen = 0 and owed = 0))
);
create index deposits_live on deposits (id) where not settled;
create index deposits_by_user on deposits (user_id, id desc);
create index deposits_waiting on deposits (due_at, id) where state in ('pending', 'reviewing');
create index deposits_closed on deposits (closed_at) where closed_at is not null;
create index deposits_by_sender on deposits (sender) where sender is not null;

create table deposit_hashes (
  network  text    not null,
  tx_hash  text    not null,
  deposit  bigint  not null,
  user_id  bigint  not null,
  output   integer,                      -- null: reported, not seen
  holds    boolean not null,             -- false: free again
  primary key (network, tx_hash, deposit)
);
-- A transfer belongs to one deposit.
create unique index deposit_hashes_once on deposit_hashes (network, tx_hash, output) where output is not null and holds;

create table deposit_addresses (
  family       text   not null,          -- evm, tron, bitcoin, or the network of a shared address
  address      text   not null,
  memo         text   not null,          -- empty: of one person alone
  user_id      bigint not null,
  path         bigint,                   -- child of the extended key
  key_digest   text   not null,          -- SHA-256 of the extended key
  published_at timestamptz not null,
  published_by bigint not null,          -- log entry
  primary key (family, address, memo)
);
create index deposit_addresses_by_user on deposit_addresses (user_id);

create table deposit_alarms (
  id        bigint primary key,          -- sequence of the command that raised it
  kind      text   not null check (kind in ('vanished', 'amountDiffers')),
  deposit   bigint not null,
  user_id   bigint not null,
  asset     text   not null,
  amount    numeric(38, 8) not null,
  raised_at timestamptz not null,
  closed_at timestamptz,
  closed_by bigint
);
create index deposit_alarms_open on deposit_alarms (id) where closed_by is null;
create index deposit_alarms_by_deposit on deposit_alarms (deposit);
