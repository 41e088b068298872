import { useT } from '@glasshouse/app/language/language';
import { Button } from '@glasshouse/ui';
import { useTryDemo } from '../../parts/account/use-try-demo.ts';

/** Opens a demo account, and the workspace with it. */
export function TryDemo() {
  const t = useT();
  const demo = useTryDemo('/cruuency');
  return (
    <Button variant="primary" size="s" loading={demo.busy} onClick={() => void demo.start()}>
      {t('shell:tool.tryDemo')}
    </Button>
  );
}
