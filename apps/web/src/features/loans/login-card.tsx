import { Card, EmptyState } from '@glasshouse/ui';
import { Landmark } from '@glasshouse/ui/icon/icons';
import { useT } from '../../i18n/language.ts';
import { LinkButton } from '../../shared/link-button.tsx';

/** For visitors: log in, and come back here. */
export function LoginCard() {
  const t = useT();
  const next = encodeURIComponent(window.location.pathname);
  return (
    <Card>
      <EmptyState
        compact
        icon={Landmark}
        title={t('loans:login')}
        action={
          <LinkButton href={`/pass/login?next=${next}`} variant="primary">
            {t('shell:tool.login')}
          </LinkButton>
        }
      />
    </Card>
  );
}
