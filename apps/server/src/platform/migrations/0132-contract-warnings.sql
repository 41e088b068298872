-- Whom a job of the core's thread told that the margin before a close may end a position: once for
-- each position, close and stage. `seq`: the last log entry that it was computed after.
create table contract_warnings (
  id        bigint      generated always as identity,
  order_id  bigint      not null,
  closes_at timestamptz not null,
  stage     text        not null check (stage in ('short', 'near')),
  user_id   bigint      not null,
  book      text        not null check (book in ('demo', 'real')),
  code      text        not null,
  needed    numeric     not null,
  equity    numeric     not null,
  raised_at timestamptz not null,
  at        timestamptz not null,
  seq       bigint      not null,
  primary key (order_id, closes_at, stage)
);
create index contract_warnings_by_place on contract_warnings (seq, id);
create index contract_warnings_by_user on contract_warnings (user_id, seq);
create index contract_warnings_by_time on contract_warnings (at);
