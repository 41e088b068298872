import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { useBook, useSession } from '@glasshouse/app/session/session';
import type { Failure } from '@glasshouse/client/failure';
import { EmptyState } from '@glasshouse/ui';
import type { ReactNode } from 'react';

/**
 * `orderNotFound`, `nothingFound` and, as nothing but the address was sent, `wrongFormat` of the
 * catalogue, which first pages do not load.
 */
const NOT_HERE: readonly number[] = [11051, 11053, 11006];

/** Whether the call says that the thing does not exist, or not for this person and book. */
export const isNotHere = (failure: Failure): boolean => failure.kind === 'refused' && NOT_HERE.includes(failure.code);

interface NotHereProps {
  readonly failure: Failure;
  readonly retry: () => void;
  /** The number in the address, of an order; 0 where the address has none. */
  readonly order?: number | undefined;
  /** Where to go on. */
  readonly href: string;
  readonly label: ReactNode;
}

/** Why a page has nothing to show: what it is about does not exist here, or the call failed. */
export function NotHere({ failure, retry, order, href, label }: NotHereProps) {
  const t = useT();
  const isDemo = useBook() === 'demo';
  const isIn = useSession() !== undefined;
  if (order !== 0 && !isNotHere(failure)) return <FailureNote failure={failure} retry={retry} />;
  return (
    <EmptyState
      title={order === undefined ? t('guide:gone.page') : t('guide:gone.order', { id: order === 0 ? '' : order })}
      action={<LinkButton href={href}>{label}</LinkButton>}
    >
      <p>{t('guide:gone.text')}</p>
      {isDemo && isIn && <p>{t('guide:gone.otherBook')}</p>}
    </EmptyState>
  );
}
