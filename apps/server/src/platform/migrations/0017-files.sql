-- Files of people, encrypted before they reach the store; here is what is known of them. The data key is
-- sealed by the master key; without it the bytes are noise.

create table files (
  id         text primary key check (id ~ '^[A-Za-z0-9_-]{16,64}$'),
  user_id    bigint not null references users (id),
  purpose    text not null,
  media_type text not null,
  bytes      integer not null check (bytes > 0),
  sha256     bytea not null,
  sealed_key bytea,                      -- null: destroyed, and the bytes with it
  created_at timestamptz not null,
  stored_at  timestamptz,                -- null: the store has not confirmed it
  expires_at timestamptz,                -- null: kept by what uses it
  used_by    text,                       -- what refers to it: kyc:<id>, deposit:<id>
  check (used_by is null or stored_at is not null)
);
create index files_of_user on files (user_id, created_at desc);
create index files_expiry on files (expires_at) where expires_at is not null;
create index files_by_use on files (used_by) where used_by is not null;
