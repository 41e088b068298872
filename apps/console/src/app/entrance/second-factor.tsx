import { useT } from '@glasshouse/app/language/language';
import { setSession } from '../../api/session-cell.ts';
import { FactorFields } from '../../parts/factors/factor-fields.tsx';
import type { OperatorSession } from '../../session/session.ts';
import { EntranceFrame } from './entrance-frame.tsx';

export function SecondFactor({ factors }: { factors: OperatorSession['factors'] }) {
  const t = useT();
  return (
    <EntranceFrame title={t('console:factor.title')} text={t('console:factor.text')} leave>
      <FactorFields factors={factors} onDone={setSession} />
    </EntranceFrame>
  );
}
