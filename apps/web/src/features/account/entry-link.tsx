import { Link } from '@glasshouse/app/links/link.tsx';
import { Icon, type IconType } from '@glasshouse/ui';
import { ChevronRight } from '@glasshouse/ui/icon/icons';
import styles from './profile-page.module.css';

interface EntryLinkProps {
  readonly href: string;
  readonly icon: IconType;
  readonly label: string;
}

/** A row of a menu that leads to another page. */
export const EntryLink = ({ href, icon, label }: EntryLinkProps) => (
  <li className={styles.item}>
    <Link href={href} className={styles.entry}>
      <Icon of={icon} size="l" className={styles.icon} />
      <span className={styles.label}>{label}</span>
      <Icon of={ChevronRight} mirror className={styles.icon} />
    </Link>
  </li>
);
