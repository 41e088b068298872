-- A balance changes with every order. Room on each page lets the new version of the row stay there, and no index is touched (HOT).
alter table accounts set (fillfactor = 50);
