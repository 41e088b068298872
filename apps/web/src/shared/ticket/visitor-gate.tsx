import { Button, Stack } from '@glasshouse/ui';
import { useT } from '../../i18n/language.ts';
import { FailureNote } from '../failure.tsx';
import { LinkButton } from '../link-button.tsx';
import { loginHref } from '../login-href.ts';
import { useTryDemo } from '../use-try-demo.ts';

/** Replaces the order button for visitors: try the demo, or log in and return here. */
export function VisitorGate() {
  const t = useT();
  const demo = useTryDemo();
  return (
    <Stack gap={2}>
      <Button variant="primary" size="l" full loading={demo.busy} onClick={() => void demo.start()}>
        {t('trade:options.tryDemo')}
      </Button>
      <LinkButton href={loginHref()} full>
        {t('shell:tool.login')}
      </LinkButton>
      {demo.failure && <FailureNote failure={demo.failure} />}
    </Stack>
  );
}
