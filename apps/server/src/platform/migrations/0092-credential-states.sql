-- What protects accounts as the core knows it, for the checks of each use: the newest record of each
-- row. A row here follows from the log.
create table credential_states (
  tbl         text   not null,
  row_key     text   not null,
  owner_kind  text   not null check (owner_kind in ('user', 'operator')),
  owner       bigint not null,
  digests     jsonb,                     -- by column; null: the row went
  recorded_by bigint not null,           -- the entry of the newest record
  added_at    timestamptz not null,      -- since when there is a row
  at          timestamptz not null,
  primary key (tbl, row_key)
);
create index credential_states_of on credential_states (owner_kind, owner);

insert into credential_states (tbl, row_key, owner_kind, owner, digests, recorded_by, added_at, at)
select n.tbl, n.row_key, n.owner_kind, n.owner, n.digests, n.seq, n.at, n.at
  from (select distinct on (tbl, row_key) * from credential_records
         where tbl <> 'credential_changes' order by tbl, row_key, seq desc) n;
update credential_states s set added_at = (
  select min(r.at) from credential_records r
   where r.tbl = s.tbl and r.row_key = s.row_key and r.digests is not null
     and r.seq > coalesce((select max(g.seq) from credential_records g
                            where g.tbl = s.tbl and g.row_key = s.row_key and g.digests is null), 0))
 where s.digests is not null;

-- A use of what the log does not have: somebody wrote into the database.
create table credential_alarms (
  seq        bigint not null,
  owner_kind text   not null,
  owner      bigint not null,
  purpose    text   not null,
  differs    jsonb  not null,            -- table, row and column
  at         timestamptz not null,
  primary key (seq)
);

-- One-time links of operators, by a digest of their token's hash.
create table known_links (
  opened_by bigint primary key,
  digest    text,                        -- null: approved, and not made yet
  operator  bigint,                      -- null: the link makes the operator
  name      text   not null,
  roles     jsonb  not null,
  request   bigint,                      -- null: from the command line of the server
  asked_by  bigint,
  until     timestamptz not null,
  used_at   timestamptz
);

-- A link of the command line is sealed under a key of the data folder, and so is the approver's code.
alter table operator_links add column sealed bytea, add column code_sealed bytea;

-- An operator who gave the password only is known to the core as such.
alter table known_sessions drop constraint known_sessions_kind_check;
alter table known_sessions add constraint known_sessions_kind_check
  check (kind in ('guest', 'user', 'operator', 'signingIn'));
