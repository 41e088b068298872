-- What the published addresses held when a watcher last looked: one side of the reconciliation.

create table watch_balances (
  network   text    not null,
  asset     text    not null,
  balance   numeric(38, 8) not null,
  dust      numeric(80, 0) not null,     -- chain units below 10^-8 of the asset
  addresses integer not null,
  block     bigint  not null,
  looked_at timestamptz not null,
  primary key (network, asset)
);
