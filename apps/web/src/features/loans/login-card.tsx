import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Card, EmptyState } from '@glasshouse/ui';

/** For visitors: log in, and come back here. */
export function LoginCard() {
  const t = useT();
  const next = encodeURIComponent(window.location.pathname);
  return (
    <Card>
      <EmptyState
        compact
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
