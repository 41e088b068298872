-- What people's assets have cost, by the weighted average. All of it follows from postings and conversions and may be
-- emptied at any time: it is made again, up to the newest posting, when its owner next looks.

-- How far the postings of a book have been followed.
create table cost_heads (
  user_id bigint not null,
  book    text   not null check (book in ('demo', 'real')),
  seq     bigint not null,               -- log entry; every posting up to it is counted
  primary key (user_id, book)
);

create table cost_holdings (
  user_id  bigint not null,
  book     text   not null check (book in ('demo', 'real')),
  asset    text   not null,
  quantity numeric(38, 8) not null check (quantity > 0),
  cost     numeric(38, 8) not null check (cost >= 0),
  primary key (user_id, book, asset)
);

create table cost_steps (
  user_id        bigint  not null,
  book           text    not null check (book in ('demo', 'real')),
  seq            bigint  not null,       -- log entry that made it
  idx            integer not null,       -- its place among the steps of the entry
  asset          text    not null,
  kind           text    not null check (kind in ('spot', 'convert', 'other')),
  ref            text,
  basis          text    not null check (basis in ('usdt', 'ticks', 'carried', 'none')),
  quantity       numeric(38, 8) not null check (quantity <> 0),
  value          numeric(38, 8) not null check (value >= 0),
  cost           numeric(38, 8) not null check (cost >= 0),
  quantity_after numeric(38, 8) not null check (quantity_after >= 0),
  cost_after     numeric(38, 8) not null check (cost_after >= 0),
  at             timestamptz not null,
  primary key (user_id, book, seq, idx),
  check (quantity_after > 0 or cost_after = 0)
);
-- The steps of one asset, newest first.
create index cost_steps_by_asset on cost_steps (user_id, book, asset, seq desc, idx desc);
