import { useCopy } from '@glasshouse/app/hooks/use-copy';
import { useT } from '@glasshouse/app/language/language';
import { IconButton } from '@glasshouse/ui';
import { Copy, ExternalLink } from '@glasshouse/ui/icon/icons';
import styles from './long-text.module.css';

interface LongTextProps {
  readonly value: string | null | undefined;
  /** Where it can be looked up. */
  readonly href?: string | null | undefined;
}

/** Addresses and references are shown whole; of a hash, both ends tell it apart from others. */
const WHOLE_MAX = 62;
const ENDS = 12;

/** A hash, address or reference, to compare sign by sign and to copy. */
export function LongText({ value, href }: LongTextProps) {
  const t = useT();
  const copy = useCopy();
  if (value === null || value === undefined || value === '') return '–';
  return (
    <span className={styles.whole}>
      <bdi dir="ltr" className={styles.text} title={value}>
        {value.length <= WHOLE_MAX ? value : `${value.slice(0, ENDS)}…${value.slice(-ENDS)}`}
      </bdi>
      <IconButton size="s" icon={Copy} label={t('console:copy')} onClick={() => void copy(value)} />
      {href && /^https?:\/\//.test(href) && (
        <a href={href} target="_blank" rel="noreferrer" className={styles.link} aria-label={t('console:explorer')}>
          <ExternalLink size={14} aria-hidden="true" />
        </a>
      )}
    </span>
  );
}
