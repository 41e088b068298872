import { failureOf } from '@glasshouse/client/failure';
import { Button, Stack } from '@glasshouse/ui';
import type { UseInfiniteQueryResult } from '@tanstack/react-query';
import { useT } from '../language/language.ts';
import { FailureNote } from './failure-note.tsx';
import styles from './show-more.module.css';

type Pages = Pick<UseInfiniteQueryResult, 'hasNextPage' | 'isFetchingNextPage' | 'isFetchNextPageError' | 'error'> & {
  readonly fetchNextPage: () => Promise<unknown>;
};

/** Loads the next page of a list, and shows why it failed. Nothing at the end of the list. */
export function ShowMore({ pages }: { pages: Pages }) {
  const t = useT();
  const { hasNextPage, isFetchingNextPage, isFetchNextPageError, error, fetchNextPage } = pages;
  if (!hasNextPage) return null;
  return (
    <Stack gap={3} className={styles.more}>
      {isFetchNextPageError && error !== null && <FailureNote failure={failureOf(error)} />}
      {/* One button for both, so that it keeps the focus when pressed repeatedly. */}
      <Button className={styles.button} loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t(isFetchNextPageError ? 'common:action.retry' : 'common:action.showMore')}
      </Button>
    </Stack>
  );
}
