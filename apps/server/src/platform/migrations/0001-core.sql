-- The kernel: shard head, command log, ledger, tick journal.

create table shards (
  id              integer primary key,
  epoch           bigint not null,
  sequence        bigint not null,
  last_hash       bytea  not null,
  next_account_id bigint not null
);
insert into shards values (0, 0, 0, decode(repeat('00', 32), 'hex'), 1);

-- Append only. `entry` is the exact text that was hashed; the other columns are for looking up.
create table command_log (
  seq        bigint primary key,
  command_id text   not null unique,
  user_id    bigint not null,
  type       text   not null,
  code       integer not null,
  at         timestamptz not null,
  entry      text   not null,
  hash       bytea  not null
);

create table accounts (
  id      bigint primary key,
  owner   bigint not null,               -- 0 is the house
  book    text   not null check (book in ('demo', 'real')),
  asset   text   not null,
  kind    text   not null,
  balance numeric(38, 8) not null,
  unique (owner, book, asset, kind),
  constraint never_negative check (balance >= 0 or (owner = 0 and kind = 'external'))
);

-- Append only. Every line is a movement of one asset within one book; balances are those after it.
create table postings (
  seq          bigint  not null,
  idx          integer not null,
  from_id      bigint  not null,
  to_id        bigint  not null,
  amount       numeric(38, 8) not null check (amount > 0),
  from_balance numeric(38, 8) not null,
  to_balance   numeric(38, 8) not null,
  reason       text    not null,
  ref          text,
  user_id      bigint  not null,         -- whose statement it belongs to; 0 for the house alone
  book         text    not null,
  asset        text    not null,
  at           timestamptz not null,
  primary key (seq, idx)
);
create index postings_statement on postings (user_id, book, seq desc, idx desc) where user_id <> 0;

-- What the tape accepted since the last closed minute: one row a flush, dropped once `tape_minutes` holds the minute.
create table tick_journal (
  id      bigint primary key,
  first_at bigint not null,
  last_at  bigint not null,
  ticks   bytea not null
);
