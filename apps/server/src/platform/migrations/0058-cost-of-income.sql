-- Yield and rewards in coins cost what they were worth when they came. Derived from the ledger: made again as people look.
truncate cost_heads, cost_holdings, cost_steps;
