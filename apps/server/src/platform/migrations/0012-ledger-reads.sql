-- Ranges of time over the ledger. Log entries are in order of time as well as of their number, so a moment is found in the
-- log by halving, and the index of a user's statement then serves the range: no index by time is written with every posting.

-- The number of the first log entry at or after the moment; one past the last when there is none.
create function first_seq_at(moment timestamptz) returns bigint language plpgsql stable as $$
declare
  low bigint := 1;
  high bigint := coalesce((select max(seq) from command_log), 0) + 1;
  middle bigint;
begin
  while low < high loop
    middle := (low + high) / 2;
    if (select at from command_log where seq = middle) < moment then
      low := middle + 1;
    else
      high := middle;
    end if;
  end loop;
  return low;
end $$;
