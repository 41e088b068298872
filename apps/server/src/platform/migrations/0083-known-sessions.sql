-- Sessions whose commands the core takes. A row here follows from the log; a row of `sessions` that
-- has none here opens nothing.
create table known_sessions (
  opened_by bigint not null,             -- the entry that told the core
  digest    text   not null,             -- of the hash of the token
  kind      text   not null check (kind in ('guest', 'user', 'operator')),
  owner     bigint not null,
  opened_at timestamptz not null,
  until     timestamptz not null,
  ended_at  timestamptz,
  primary key (opened_by, digest)
);
create unique index known_sessions_open on known_sessions (digest) where ended_at is null;
create index known_sessions_guests on known_sessions (opened_by) where ended_at is null and kind = 'guest';

-- From which entry on the log vouches for sessions, and for what protects accounts.
create table vouchings (
  name text primary key,
  seq  bigint not null,
  at   timestamptz not null
);

-- Digests of what protects accounts, by column, as it was written; the newest of a row counts.
create table credential_records (
  seq        bigint not null,
  tbl        text   not null,
  row_key    text   not null,
  owner_kind text   not null check (owner_kind in ('user', 'operator')),
  owner      bigint not null,
  digests    jsonb,                      -- null: the row went
  at         timestamptz not null,
  primary key (seq, tbl, row_key)
);
create index credential_records_of on credential_records (tbl, owner, row_key, seq);

-- Keeps anybody from guessing what a digest was made of. Deleted with the data of a closed account.
create table credential_nonces (
  owner_kind text   not null,
  owner      bigint not null,
  nonce      text   not null,
  primary key (owner_kind, owner)
);

create index sessions_digest on sessions (substr(encode(sha256(token_hash), 'hex'), 1, 32));
