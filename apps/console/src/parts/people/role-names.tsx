import type { Role } from '@glasshouse/api/operator/permissions';
import { useFormat } from '@glasshouse/app/hooks/use-format';
import { useT } from '@glasshouse/app/language/language';
import styles from './role-names.module.css';

export function RoleNames({ roles }: { roles: readonly Role[] }) {
  const t = useT();
  const format = useFormat();
  return <span className={styles.roles}>{format.list(roles.map((role) => t(`console:role.${role}`)))}</span>;
}
