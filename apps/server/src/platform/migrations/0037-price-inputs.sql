-- Where prices came from, from each change on, and what the real book was opened for: one that was
-- played with never takes real money, and the other way round.
create table price_inputs (
  seq     bigint      primary key,        -- of the log entry that says so
  at      timestamptz not null,
  profile text        not null,
  feeds   jsonb       not null
);
