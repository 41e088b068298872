-- Heads of the log and of the tape as they were published, one a minute. Whoever kept one can
-- compare; the table itself proves nothing, because the owner of the database could rewrite it.

create table log_anchors (
  at          bigint primary key,
  seq         bigint not null,
  hash        bytea  not null,
  minute_at   bigint,
  minute_hash bytea,
  key_id      text   not null,
  public_key  bytea  not null,
  signature   bytea  not null
);

-- Receipts name the entry that put an order's terms in force.
create index command_log_terms on command_log (type, seq) where type like '%.define';
