-- What watchers have read of the chains. None of it is money: deposits follow from commands, and these rows can be made
-- again from the chain. The blocks last read tell a reorganisation after any time that the server was off.

create table watch_cursors (
  network     text   primary key,
  block       bigint not null,           -- the last block read
  hashes      text[] not null,           -- of the blocks up to it, the newest last
  head        bigint not null,           -- newest block that the endpoint told of
  read_at     timestamptz not null
);

create table watch_transfers (
  network     text    not null,
  tx_hash     text    not null,
  index       integer not null,
  round       integer not null,          -- grows each time it comes back in another block
  user_id     bigint  not null,
  asset       text    not null,
  address     text    not null,
  sender      text,
  amount      numeric(38, 8) not null,
  dust        numeric(80, 0) not null,   -- chain units below 10^-8 of the asset
  block       bigint  not null,
  block_hash  text    not null,
  at          timestamptz not null,      -- time of the block
  needed      integer not null,          -- confirmations asked for when it was seen
  told        integer not null,          -- confirmations last reported
  state       text    not null check (state in ('dust', 'seen', 'confirmed', 'orphaned', 'vanished')),
  primary key (network, tx_hash, index)
);
create index watch_transfers_open on watch_transfers (network, block) where state in ('seen', 'orphaned');
create index watch_transfers_by_block on watch_transfers (network, block);

-- Events that the core has not yet taken; written together with what was read, deleted when it has.
create table watch_events (
  id          bigint generated always as identity primary key,
  network     text   not null,
  event       jsonb  not null
);
create index watch_events_by_network on watch_events (network, id);

-- Watchers follow new addresses in the order in which the log published them.
create index deposit_addresses_by_order on deposit_addresses (family, published_by) where memo = '';
