-- Until when one-minute bars have been dropped: how long they stay is a setting, and who reads or verifies them
-- must not take one for lost. Without a row, as before: thirty days.
create table dropped_minutes (
  one        boolean primary key default true check (one),
  dropped_to bigint  not null
);
