-- What each imported file is and holds, so that its owner's list reads no rows of it.
create table history_imports (
  id          bigint generated always as identity primary key,
  user_id     bigint not null references users (id),
  site        text not null,
  source_user bigint not null,
  exported_at timestamptz not null,
  imported_at timestamptz not null,
  rows        integer not null,      -- of the file; bytes of files are not kept
  contents    jsonb not null,        -- how many rows are kept, by table
  sha256      text,                  -- null: taken in before it was kept
  unique (user_id, site, exported_at)
);

insert into history_imports (user_id, site, source_user, exported_at, imported_at, rows, contents)
select user_id, site, source_user, exported_at, imported_at, sum(rows), jsonb_object_agg(source_table, rows)
  from (select user_id, site, source_user, exported_at, imported_at, source_table, count(*) as rows
          from imported_history group by 1, 2, 3, 4, 5, 6) as tables
 group by 1, 2, 3, 4, 5;

create index imported_history_tables on imported_history (user_id, site, exported_at, source_table, line);
