import { Button, Stack } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../failure.tsx';
import { LinkButton } from '../link-button.tsx';
import { useTryDemo } from '../use-try-demo.ts';

/** Replaces the order button for visitors: try the demo, or log in and return here. */
export function VisitorGate() {
  const t = useT();
  const demo = useTryDemo();
  const next = encodeURIComponent(`${window.location.pathname}${window.location.search}`);
  return (
    <Stack gap={2}>
      <Button variant="primary" size="l" full loading={demo.busy} onClick={() => void demo.start()}>
        {t('trade:options.tryDemo')}
      </Button>
      <LinkButton href={`/pass/login?next=${next}`} full>
        {t('shell:tool.login')}
      </LinkButton>
      {demo.failure && <FailureNote failure={demo.failure} />}
    </Stack>
  );
}
