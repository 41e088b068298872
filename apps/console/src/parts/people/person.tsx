import { useT } from '@glasshouse/app/language/language';
import { Link } from '@glasshouse/app/links/link.tsx';
import { Badge } from '@glasshouse/ui';
import { useMay } from '../../session/session.ts';
import styles from './person.module.css';

export interface PersonFacts {
  readonly id: number;
  readonly name?: string;
  readonly status?: 'active' | 'frozen' | 'disabled';
}

/** A customer, linked to everything about them where the operator may see it. */
export function Person({ person }: { person: PersonFacts }) {
  const t = useT();
  const may = useMay();
  const name = person.name === undefined || person.name === '' ? t('console:person', { id: person.id }) : person.name;
  return (
    <span className={styles.person}>
      {may('users.read') ? (
        <Link href={`/users/${person.id}`} className={styles.link}>
          <bdi>{name}</bdi>
        </Link>
      ) : (
        <bdi>{name}</bdi>
      )}
      {person.status !== undefined && person.status !== 'active' && (
        <Badge tone="warning">{t(`console:state.${person.status}`)}</Badge>
      )}
    </span>
  );
}
