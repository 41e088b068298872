-- Each time the tape is read for going on: bars that were open between the end of the last signed minute then and the
-- next full minute may hold prices of their source.
create table tape_watches (
  closed_to    bigint not null,
  watched_from bigint not null,
  primary key (watched_from, closed_to)
);
