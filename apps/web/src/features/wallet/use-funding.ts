import type { ResultOf } from '@glasshouse/api';
import type { Network } from '@glasshouse/trade/funds/terms';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { fetchResult } from '../../api/client.ts';
import { privateKey } from '../../parts/calls/query-keys.ts';

export type DepositMethods = ResultOf<'listDepositMethods'>;
export type DepositMethod = DepositMethods['methods'][number];
export type AddressBookData = ResultOf<'listWithdrawalAddresses'>;
export type BookAddress = AddressBookData['items'][number];

/** All of this exists on the real book only; the pages ask inside the gate. */
const BOOK = 'real';
const PAGE = 20;

export const useDepositMethods = () =>
  useQuery({
    queryKey: privateKey('depositMethods', BOOK),
    queryFn: ({ signal }) => fetchResult('listDepositMethods', { signal }),
  });

export const useDepositAddress = (symbol: string, network: Network) =>
  useQuery({
    queryKey: privateKey('depositAddress', BOOK, symbol, network),
    queryFn: ({ signal }) => fetchResult('getDepositAddress', { body: { symbol, network }, signal }),
    // It is the person's own and stays so.
    staleTime: Number.POSITIVE_INFINITY,
  });

type PageQuery = { readonly limit: number; readonly cursor?: string };

/** Pages of a list, newest first. */
const usePages = <Page extends { readonly next: string | null }>(
  key: 'deposits' | 'withdrawals',
  read: (query: PageQuery, signal: AbortSignal) => Promise<Page>,
) =>
  useInfiniteQuery({
    queryKey: privateKey(key, BOOK),
    queryFn: ({ pageParam, signal }) =>
      read({ limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next ?? undefined,
  });

export const useDeposits = () =>
  usePages('deposits', (query, signal) => fetchResult('listDeposits', { query, signal }));
export const useWithdrawals = () =>
  usePages('withdrawals', (query, signal) => fetchResult('listWithdrawals', { query, signal }));

export const useDeposit = (id: number) =>
  useQuery({
    queryKey: privateKey('deposits', BOOK, 'one', id),
    queryFn: ({ signal }) => fetchResult('getDeposit', { params: { id }, signal }),
  });
export const useWithdrawal = (id: number) =>
  useQuery({
    queryKey: privateKey('withdrawals', BOOK, 'one', id),
    queryFn: ({ signal }) => fetchResult('getWithdrawal', { params: { id }, signal }),
  });

export const useWithdrawalTerms = (symbol: string) =>
  useQuery({
    queryKey: privateKey('withdrawalTerms', BOOK, symbol),
    queryFn: ({ signal }) => fetchResult('getWithdrawalTerms', { query: { symbol }, signal }),
  });

export const useAddressBook = () =>
  useQuery({
    queryKey: privateKey('addressBook', BOOK),
    queryFn: ({ signal }) => fetchResult('listWithdrawalAddresses', { signal }),
  });

/** The coins of the methods, each once, in the order of the operator. */
export const symbolsOf = (methods: readonly DepositMethod[]): readonly string[] => [
  ...new Set(methods.filter(({ method }) => method === 'crypto').map(({ symbol }) => symbol)),
];
