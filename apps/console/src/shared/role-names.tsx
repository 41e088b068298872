import type { Role } from '@glasshouse/api/operator/permissions';
import { useT } from '@glasshouse/web/i18n/language';
import { useFormat } from '@glasshouse/web/shared/format';
import styles from './role-names.module.css';

export function RoleNames({ roles }: { roles: readonly Role[] }) {
  const t = useT();
  const format = useFormat();
  return <span className={styles.roles}>{format.list(roles.map((role) => t(`console:role.${role}`)))}</span>;
}
