-- People close their accounts themselves, and take along what is in them.

-- Null: the owner did it.
alter table user_standings alter column changed_by drop not null;

-- Name, address and password went; ledger and log keep the number, which names nobody.
alter table users add column erased_at timestamptz;

-- Exports of accounts on other installations, for their owner to read: never part of the ledger.
create table imported_history (
  user_id      bigint not null references users (id),
  site         text not null,
  source_user  bigint not null,
  exported_at  timestamptz not null,
  imported_at  timestamptz not null,
  line         integer not null,
  source_table text not null,
  row          jsonb not null,
  primary key (user_id, site, exported_at, line)
);
