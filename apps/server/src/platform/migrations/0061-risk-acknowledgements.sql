-- Who has read the warning before the first option or leveraged order, which text, and in which language.
create table risk_acknowledgements (
  seq      bigint      primary key,      -- the log entry
  user_id  bigint      not null,
  book     text        not null check (book in ('demo', 'real')),
  product  text        not null check (product in ('options', 'contracts')),
  text     integer     not null check (text >= 0),
  language text        not null,
  at       timestamptz not null
);
create index risk_acknowledgements_user on risk_acknowledgements (user_id, book, product, seq desc);
