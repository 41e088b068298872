-- What operators read and set: changes of terms, notes about people, and the indexes of their searches.

-- A change of what is offered on one thing, from a moment on. It follows from the command log; the catalogue's defaults
-- are merged with those in force at every start.
create table terms_changes (
  id             bigint primary key,     -- sequence of the command that made it
  product        text   not null check (product in ('options', 'contracts', 'spot', 'convert')),
  code           text   not null,
  fields         jsonb  not null,
  effective_from timestamptz not null,
  state          text   not null check (state in ('scheduled', 'applied', 'superseded', 'cancelled', 'failed')),
  asked_by       bigint not null references operators (id),
  asked_at       timestamptz not null,
  ended_at       timestamptz,
  version        integer,                -- of the terms that it made
  check ((state = 'scheduled') = (ended_at is null)),
  check ((state in ('applied', 'superseded')) = (version is not null))
);
create index terms_changes_by_thing on terms_changes (product, code, id desc);
create index terms_changes_live on terms_changes (id) where state in ('scheduled', 'applied');

-- Notes of operators about people. The log has the digest of each; the text is sealed under the master key.
create table user_notes (
  command_id text   primary key,
  user_id    bigint not null references users (id),
  digest     text   not null unique,     -- SHA-256 of nonce and text
  nonce      bytea  not null,
  sealed     bytea  not null,
  at         timestamptz not null
);
create index user_notes_by_user on user_notes (user_id, at desc);

-- Any part of a name or address, among millions.
create extension if not exists pg_trgm;
create index users_username_parts on users using gin (lower(username) gin_trgm_ops) where username is not null;
create index users_email_parts on users using gin (lower(email) gin_trgm_ops) where email is not null;
create index users_status on users (id) where status <> 'active';
create index users_invited_by on users (invited_by) where invited_by is not null;
create index users_created_at on users using brin (created_at) with (pages_per_range = 32);
create index sessions_by_user_time on sessions (user_id, created_at desc);

-- Orders that the house refused because it was at a limit of its own.
create index command_log_house_limit on command_log (at) where code in (11076, 11080);

-- Mail by state, newest first.
create index mail_outbox_failed on mail_outbox (id) where error is not null and sent_at is null;
-- Views and actions by time.
create index operator_views_by_operator on operator_views (operator, seq desc);
create index operator_actions_by_type on operator_actions (type, seq desc);

-- What reports are made of: how much moved between which kinds of account on a day, and what each person won or lost in a
-- month. It follows from postings and may be emptied at any time, heads included: it is made again in the background.
create table ledger_heads (
  id  integer primary key check (id = 0),
  seq bigint  not null                   -- every posting up to it is counted
);
insert into ledger_heads values (0, 0);
create table ledger_days (
  day       date   not null,             -- UTC
  book      text   not null,
  asset     text   not null,
  reason    text   not null,
  from_kind text   not null,             -- `user` for any account of a person
  to_kind   text   not null,
  amount    numeric(38, 8) not null,
  moves     bigint not null,
  primary key (day, book, asset, reason, from_kind, to_kind)
);
create table user_results (
  user_id bigint not null,
  book    text   not null,
  product text   not null,
  month   date   not null,               -- its first day
  result  numeric(38, 8) not null,       -- received less paid, fees included
  primary key (book, product, month, user_id)
);
