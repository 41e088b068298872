-- A second factor that an operator gave again is in the log, by the session and the moment.
alter table known_sessions drop constraint known_sessions_kind_check;
alter table known_sessions add constraint known_sessions_kind_check
  check (kind in ('guest', 'user', 'operator', 'signingIn', 'stepUp'));
