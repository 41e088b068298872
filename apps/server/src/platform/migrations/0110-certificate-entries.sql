-- The log entry of what a certificate says, and the random number in the digest of its name, without
-- which names could be guessed from the log. Null: not in the log yet.
alter table nft_shares add column nonce bytea, add column entry bigint;
