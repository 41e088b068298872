-- Price alerts, each with the tick that fired it. Prices in points (10^-precision).

create table price_alerts (
  id        bigint  primary key,         -- sequence of the command that added it
  user_id   bigint  not null,
  book      text    not null check (book in ('demo', 'real')),
  code      text    not null,
  precision integer not null,
  direction text    not null check (direction in ('above', 'below')),
  points    bigint  not null check (points > 0),
  judged_by bigint  not null,            -- the tick that said on which side the price was
  state     text    not null check (state in ('active', 'fired', 'removed')),
  placed_at timestamptz not null,
  fired_at  timestamptz,
  tick      jsonb,
  closed_by bigint,                      -- sequence of the command that fired or removed it
  check ((state = 'active') = (closed_by is null)),
  check ((state = 'fired') = (tick is not null) and (state = 'fired') = (fired_at is not null))
);
-- The user's list, newest first; and what must be in memory after a start.
create index price_alerts_by_user on price_alerts (user_id, id desc);
create index price_alerts_active on price_alerts (id) where closed_by is null;
