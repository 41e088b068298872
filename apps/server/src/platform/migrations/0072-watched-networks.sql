-- Which networks are watched, and whether their watchers are well.
create table watched_networks (
  network text        primary key,
  state   text        not null check (state in ('well', 'ill', 'none')),
  since   timestamptz not null,
  told_by bigint      not null         -- log entry
);
