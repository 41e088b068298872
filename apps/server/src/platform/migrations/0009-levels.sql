-- Levels by trailing volume, and the volume itself by day.

create table user_levels (
  user_id     bigint  not null,
  book        text    not null check (book in ('demo', 'real')),
  level       integer not null check (level between 0 and 5),
  volume      numeric(38, 8) not null check (volume >= 0),
  assigned_at timestamptz not null,
  primary key (user_id, book)
);
-- What must be in memory after a start.
create index user_levels_live on user_levels (user_id, book) where level > 0;

-- Derived from the products' own tables and written anew by the job for every day that is not over: it can be emptied at
-- any time. `day` is a day of UTC.
create table traded_volume (
  user_id bigint not null,
  book    text   not null check (book in ('demo', 'real')),
  day     date   not null,
  product text   not null,
  volume  numeric(38, 8) not null check (volume >= 0),
  primary key (user_id, book, day, product)
);
create index traded_volume_by_day on traded_volume (day);

-- The job reads whole days of orders. Orders end in about the order in which they were written, so a summary of each
-- range of pages finds them, and costs the writer next to nothing.
create index option_orders_settled_at on option_orders using brin (settled_at) with (pages_per_range = 32);
