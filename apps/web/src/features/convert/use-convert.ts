import type { ResultOf } from '@glasshouse/api';
import { code } from '@glasshouse/api/codes';
import { useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useBook } from '../../session/session.ts';
import { privateKey } from '../../shared/query-keys.ts';
import { useBalances } from '../../shared/use-balances.ts';
import { useMoneyCall } from '../../shared/use-money-call.ts';
import { amountProblem, plainAmount } from './figures.ts';
import { useQuote } from './use-quote.ts';

export type Fill = ResultOf<'convert'>;

/** What is filled in, the firm quote for it, and the conversion itself. */
export function useConvert() {
  const book = useBook();
  const client = useQueryClient();
  const balances = useBalances();
  const query = new URLSearchParams(window.location.search);
  const [from, setFrom] = useState(query.get('from') ?? 'USDT');
  const [to, setTo] = useState(query.get('to') ?? (query.get('from') === 'BTC' ? 'USDT' : 'BTC'));
  const [amount, setAmount] = useState('');
  const [left, setLeft] = useState(false);
  const [done, setDone] = useState<Fill>();
  /** The price ended before it was used: what is shown now is another one. */
  const [late, setLate] = useState(false);
  const owned = useMemo(
    () => new Map(balances.data?.items.map((line) => [line.asset, line.available])),
    [balances.data],
  );
  const available = balances.data === undefined ? undefined : (owned.get(from) ?? '0');
  const problem = amountProblem(amount, available);
  const wanted =
    problem === undefined && from !== to && done === undefined ? { from, to, amount: plainAmount(amount) } : undefined;
  const firm = useQuote(wanted);
  const money = useMoneyCall('convert');

  const changed = () => {
    setLate(false);
    setDone(undefined);
    money.clear();
  };
  const convert = async () => {
    const { quote } = firm;
    if (quote === undefined) return;
    setLate(false);
    const answer = await money.submit({ from, to, amount: quote.amount, quoteId: quote.quoteId });
    if (answer.ok) {
      for (const name of ['balances', 'statement', 'conversions'] as const) {
        void client.invalidateQueries({ queryKey: privateKey(name, book) });
      }
      setDone(answer.result);
      setAmount('');
      setLeft(false);
    } else if (answer.failure.kind === 'refused' && answer.failure.code === code.quoteExpired) {
      money.clear();
      setLate(true);
      firm.renew();
    }
  };
  return {
    from,
    to,
    amount,
    available,
    owned,
    problem: left ? problem : undefined,
    firm,
    money,
    done,
    late,
    convert,
    leave: () => setLeft(true),
    setAmount: (next: string) => {
      changed();
      setAmount(next);
    },
    setFrom: (next: string) => {
      changed();
      if (next === to) setTo(from);
      setFrom(next);
    },
    setTo: (next: string) => {
      changed();
      if (next === from) setFrom(to);
      setTo(next);
    },
    turn: () => {
      changed();
      setFrom(to);
      setTo(from);
      setAmount(firm.quote?.receive ?? '');
    },
  };
}

export type Converting = ReturnType<typeof useConvert>;
