import type { OperatorResultOf } from '@glasshouse/api/operator/calls';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { type Failure, failureOf } from '@glasshouse/client/failure';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { fetchCall } from '../api/client.ts';
import { useMay } from '../session/session.ts';

type CaseCall = 'getLoanCase' | 'getWithdrawalCase';

interface LoggedCase<Found> {
  readonly found: Found | undefined;
  readonly isLoading: boolean;
  readonly failure: Failure | undefined;
  readonly retry: () => void;
  /** The way to what a second person decides, while somebody waits for them. */
  readonly request: ReactNode;
}

/** A case whose every reading is logged, and seen by the person that it is about. */
export function useLoggedCase<Name extends CaseCall>(name: Name, id: number): LoggedCase<OperatorResultOf<Name>> {
  const t = useT();
  const may = useMay();
  const query = useQuery({
    queryKey: [name, id],
    queryFn: ({ signal }) => fetchCall(name, { params: { id }, signal } as never) as Promise<OperatorResultOf<Name>>,
    refetchOnWindowFocus: false,
    staleTime: 60_000,
  });
  const found = query.data;
  const request = (found as OperatorResultOf<CaseCall> | undefined)?.item.request ?? null;
  return {
    found,
    isLoading: found === undefined,
    failure: found === undefined && query.error !== null ? failureOf(query.error) : undefined,
    retry: () => void query.refetch(),
    request:
      request !== null && may('requests.read') ? (
        <LinkButton size="l" href={`/requests?item=${request}`}>
          {t('console:withdrawals.openRequest')}
        </LinkButton>
      ) : undefined,
  };
}
