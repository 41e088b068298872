import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import { Icon } from '@glasshouse/ui';
import { Search } from '@glasshouse/ui/icon/icons';
import { useQuery } from '@tanstack/react-query';
import { fetchCall } from '../../api/client.ts';
import { useIsLive } from '../../live/counts.ts';
import { useMay } from '../../session/session.ts';
import { PALETTE_KEY } from '../palette/use-palette.ts';
import { Mark } from './mark.tsx';
import { SessionMenu } from './session-menu.tsx';
import styles from './work-header.module.css';

const FEEDS_EVERY_MS = 60_000;

/** Mark, the field that goes anywhere, how the feeds are, and who is signed in. */
export function WorkHeader({ onSearch }: { onSearch: () => void }) {
  const t = useT();
  const live = useIsLive();
  const may = useMay();
  return (
    <header className={styles.header}>
      <Mark />
      <button type="button" className={styles.find} aria-keyshortcuts={PALETTE_KEY} onClick={onSearch}>
        <Icon of={Search} size="s" />
        <span className={styles.findText}>{t('console:palette.label')}</span>
        <span className={styles.key} aria-hidden="true">
          {PALETTE_KEY}
        </span>
      </button>
      <span className={styles.states}>
        {may('dashboard.read') && <Feeds />}
        <span>{t(live ? 'console:live.on' : 'console:live.off')}</span>
      </span>
      <SessionMenu />
    </header>
  );
}

/** A minute is signed within seconds of its end; when two are missing, something is wrong. */
const UNSIGNED_MS_MAX = 180_000;

/** Until when prices are signed, and how many sources are fresh, as the overview counts them. */
function Feeds() {
  const t = useT();
  const format = useFormat();
  const { data } = useQuery({
    queryKey: ['getDashboard'],
    queryFn: ({ signal }) => fetchCall('getDashboard', { signal }),
    refetchInterval: FEEDS_EVERY_MS,
    staleTime: FEEDS_EVERY_MS,
    refetchOnWindowFocus: false,
  });
  if (data === undefined) return null;
  const { sources, signedTo } = data.feeds;
  const fresh = sources.filter(({ stale }) => stale === 0).length;
  const isLate = signedTo !== null && UNSIGNED_MS_MAX < Date.parse(data.at) - Date.parse(signedTo);
  return (
    <>
      {signedTo !== null && (
        <span className={isLate ? styles.stale : styles.signed}>
          {t('console:signedTo', { time: format.time(signedTo) })}
        </span>
      )}
      <span className={fresh < sources.length ? styles.stale : undefined}>
        {t('console:feeds', { fresh, all: sources.length })}
      </span>
    </>
  );
}
