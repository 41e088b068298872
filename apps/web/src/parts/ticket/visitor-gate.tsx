import { FailureNote } from '@glasshouse/app/failures/failure-note.tsx';
import { useT } from '@glasshouse/app/language/language';
import { LinkButton } from '@glasshouse/app/links/link-button.tsx';
import { Button, Stack } from '@glasshouse/ui';
import { loginHref } from '../account/login-href.ts';
import { useTryDemo } from '../account/use-try-demo.ts';

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
