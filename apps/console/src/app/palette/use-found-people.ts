import { useT } from '@glasshouse/app/language/language';
import { ArrowDownToLine, ArrowUpFromLine, User } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { fetchCall } from '../../api/client.ts';
import { useMay } from '../../session/session.ts';
import type { PaletteEntry } from './entries.ts';

/** Of each kind; whoever looks for more opens the page. */
const FOUND_MAX = 5;
/** Parts of names shorter than this are in too many of them. */
const LETTERS_MIN = 3;
const PAUSE_MS = 250;
/** An address or a hash of a transaction, in any of the chains' spellings. */
const ON_CHAIN = /^(?:0x)?[0-9a-zA-Z]{16,128}$/;

/** The text once nothing was typed for a moment. */
function usePaused(text: string): string {
  const [paused, setPaused] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setPaused(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return paused;
}

/**
 * People by number, name or mail, and what came from or went to an address or under a hash, as far
 * as the operator may read each. A number opens its person at once.
 */
export function useFoundPeople(typed: string): readonly PaletteEntry[] {
  const t = useT();
  const may = useMay();
  const word = usePaused(typed.trim());
  const id = /^#?(\d{1,15})$/.exec(typed.trim())?.[1];
  const isOnChain = ON_CHAIN.test(word) && /\d/.test(word);
  const query = { q: word, limit: FOUND_MAX };
  const options = { staleTime: 30_000, retry: false } as const;
  const people = useQuery({
    ...options,
    queryKey: ['searchUsers', query],
    queryFn: ({ signal }) => fetchCall('searchUsers', { query, signal }),
    enabled: may('users.read') && id === undefined && LETTERS_MIN <= word.length,
  });
  const deposits = useQuery({
    ...options,
    queryKey: ['listDepositQueue', query],
    queryFn: ({ signal }) => fetchCall('listDepositQueue', { query, signal }),
    enabled: may('deposits.read') && isOnChain,
  });
  const withdrawals = useQuery({
    ...options,
    queryKey: ['listWithdrawalQueue', query],
    queryFn: ({ signal }) => fetchCall('listWithdrawalQueue', { query, signal }),
    enabled: may('withdrawals.read') && isOnChain,
  });
  const user = (number: string | number) => t('console:palette.user', { id: number });
  if (id !== undefined) return may('users.read') ? [{ href: `/users/${id}`, title: user(id), icon: User }] : [];
  return [
    ...(people.data?.items ?? []).map((person) => ({
      href: `/users/${person.id}`,
      title: person.username ?? person.email ?? user(person.id),
      note: person.username === null ? user(person.id) : (person.email ?? user(person.id)),
      icon: User,
    })),
    ...(deposits.data?.items ?? []).map((deposit) => ({
      href: `/deposits?item=${deposit.id}`,
      title: t('console:deposits.title', { id: deposit.id }),
      note: user(deposit.user.id),
      icon: ArrowDownToLine,
    })),
    ...(withdrawals.data?.items ?? []).map((withdrawal) => ({
      href: `/withdrawals?view=all&item=${withdrawal.id}`,
      title: t('console:withdrawals.title', { id: withdrawal.id }),
      note: user(withdrawal.user.id),
      icon: ArrowUpFromLine,
    })),
  ];
}
