-- Receipts that their owners show to whoever has the link, as they were signed then: a stranger who
-- opens one makes the server read one row. Not in the log, so that they can be taken back.
create table shared_receipts (
  token     text primary key,
  user_id   bigint not null references users (id),
  book      text not null check (book in ('demo', 'real')),
  kind      text not null check (kind in ('option', 'contract', 'spot', 'conversion')),
  order_id  bigint not null,
  document  text not null,            -- JSON as it is served
  shared_at timestamptz not null,
  unique (user_id, kind, order_id)
);
create index shared_receipts_newest on shared_receipts (user_id, shared_at desc);
