-- Charities, their works, who bought them, and what was paid out to charities.
create table charities (
  id           bigint primary key,      -- command that made it
  language     text not null,           -- what it is written in
  texts        jsonb not null,          -- {en: {name, text}, …}
  registration text,
  website      text,
  opened       boolean not null,        -- something of it was on sale: its name stays
  raised       numeric(38,8) not null check (raised >= 0),
  paid         numeric(38,8) not null check (paid >= 0 and paid <= raised),
  made_at      timestamptz not null
);

create table nft_listings (
  id           bigint primary key,
  charity      bigint not null,
  language     text not null,
  texts        jsonb not null,
  image        text not null,           -- file of the picture
  image_sha256 text not null,
  asset        text not null,
  price        numeric(38,8) not null check (price > 0),
  supply       integer not null check (supply > 0),
  sold         integer not null check (sold >= 0 and sold <= supply),
  raised       numeric(38,8) not null check (raised = sold * price),
  state        text not null check (state in ('draft', 'onSale', 'offSale', 'ended')),
  digest       text,                    -- of what buyers were promised; null: never on sale
  made_at      timestamptz not null,
  opened_at    timestamptz,
  ended_at     timestamptz
);
create index nft_listings_of_charity on nft_listings (charity);
create index nft_listings_by_image on nft_listings (image);

-- Serials of one purchase follow each other.
create table nft_purchases (
  id       bigint primary key,
  listing  bigint not null,
  charity  bigint not null,
  user_id  bigint not null,
  book     text not null,
  serial   integer not null check (serial > 0),
  quantity integer not null check (quantity > 0),
  price    numeric(38,8) not null,
  paid     numeric(38,8) not null check (paid = price * quantity),
  digest   text not null,
  at       timestamptz not null,
  unique (listing, serial)
);
create index nft_purchases_of_user on nft_purchases (user_id, id desc);
create index nft_purchases_of_charity on nft_purchases (charity, id desc);

create table nft_payouts (
  id           bigint primary key,
  charity      bigint not null,
  asset        text not null,
  amount       numeric(38,8) not null check (amount > 0),
  reference    text not null,
  paid_on      text not null,
  proof        text not null,           -- file that shows the payment
  proof_sha256 text not null,
  at           timestamptz not null
);
create index nft_payouts_of_charity on nft_payouts (charity, id desc);

-- Certificates that their owners show. Names are theirs to take back, so they are not in the log.
create table nft_shares (
  token      text primary key,
  purchase   bigint not null,
  serial     integer not null,
  user_id    bigint not null references users (id),
  name       text,
  created_at timestamptz not null,
  unique (purchase, serial)
);

-- Operators upload pictures of works and proofs of payouts.
alter table files alter column user_id drop not null;
alter table files add column operator bigint;
alter table files add check ((user_id is null) <> (operator is null));
