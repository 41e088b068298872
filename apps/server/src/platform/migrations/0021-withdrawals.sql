-- Money out: requests, batches for the treasury, address books and their locks. All of it follows from the command log, except
-- `private_details`: what is personal lies there sealed, and only its digest is in the log.

create table withdrawals (
  id              bigint primary key,    -- sequence of the command that made it
  user_id         bigint not null,
  book            text   not null check (book = 'real'),
  method          text   not null check (method in ('crypto', 'bank')),
  asset           text   not null,
  network         text,
  state           text   not null
                  check (state in ('pending', 'approved', 'sent', 'confirmed', 'rejected', 'failed', 'cancelled')),
  amount          numeric(38, 8) not null check (amount > 0),
  fee             numeric(38, 8) not null check (fee >= 0),
  received        numeric(38, 8) not null check (received > 0 and received + fee = amount),
  fee_rate        numeric(18, 8) not null,
  fee_minimum     numeric(38, 8) not null,
  value_usdt      numeric(38, 8),
  tick            jsonb,
  address         text,
  details         text,                  -- SHA-256 of what is sealed in private_details
  currency        text,
  currency_amount numeric(38, 8),
  confirmed_with  text   not null check (confirmed_with in ('none', 'email', 'totp')),
  batch           bigint,
  tx_hash         text,
  trouble         text   check (trouble in ('stuck', 'reverted')),
  reason          text,
  note            text,
  steps           jsonb  not null,
  placed_at       timestamptz not null,
  due_at          timestamptz,
  approved_at     timestamptz,
  sent_at         timestamptz,
  closed_at       timestamptz,
  check ((method = 'bank') = (network is null and address is null and details is not null)),
  check ((closed_at is null) = (state in ('pending', 'approved', 'sent'))),
  check (state not in ('sent', 'confirmed') or tx_hash is not null)
);
create index withdrawals_live on withdrawals (id) where closed_at is null;
create index withdrawals_by_user on withdrawals (user_id, id desc);
create index withdrawals_by_address on withdrawals (address) where address is not null;
create index withdrawals_closed on withdrawals (closed_at) where closed_at is not null;
create index withdrawals_batch on withdrawals (batch) where batch is not null;

create table withdrawal_batches (
  id          bigint primary key,        -- sequence of the command that made it
  method      text   not null check (method in ('crypto', 'bank')),
  network     text,
  withdrawals jsonb  not null,
  made_by     bigint not null,           -- operator
  made_at     timestamptz not null
);

create table withdrawal_addresses (
  id         bigint primary key,         -- sequence of the command that added it
  user_id    bigint not null,
  asset      text   not null,
  network    text   not null,
  address    text   not null,
  label      text   not null,            -- digest of the sealed label
  added_at   timestamptz not null,
  usable_at  timestamptz not null,       -- under the lock
  removed_at timestamptz
);
create index withdrawal_addresses_live on withdrawal_addresses (user_id) where removed_at is null;

create table withdrawal_locks (
  user_id    bigint  primary key,
  locked     boolean not null,
  unlocks_at timestamptz,
  changed_at timestamptz not null
);

-- Not of the core: sealed with the master key, may be deleted when the law says so. The digest is over the plain text and the nonce.
create table private_details (
  digest     text primary key,
  user_id    bigint not null,
  sealed     bytea  not null,
  created_at timestamptz not null
);
create index private_details_by_user on private_details (user_id);

-- Mails about deposits and withdrawals that were queued: each state of each is told once.
create table funding_mails (
  subject    text   not null check (subject in ('deposit', 'withdrawal')),
  id         bigint not null,
  state      text   not null,
  primary key (subject, id, state)
);
