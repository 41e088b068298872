import { useT } from '@glasshouse/app/language/language';
import { BottomSheet, Button, Icon } from '@glasshouse/ui';
import { FlaskConical, Scale, ShieldCheck } from '@glasshouse/ui/icon/icons';
import { useState } from 'react';
import styles from './onboarding-board.module.css';

const STEPS = [
  { icon: FlaskConical, title: 'site:onboarding.practiceTitle', text: 'site:onboarding.practiceText' },
  { icon: ShieldCheck, title: 'site:onboarding.checkTitle', text: 'site:onboarding.checkText' },
  { icon: Scale, title: 'site:onboarding.riskTitle', text: 'site:onboarding.riskText' },
] as const;

/** Three things to know, one after the other. Skipping, or closing it, ends it for good. */
export function OnboardingBoard({ onDone }: { onDone: () => void }) {
  const t = useT();
  const [at, setAt] = useState(0);
  const step = STEPS[at] ?? STEPS[0];
  const isLast = at === STEPS.length - 1;
  return (
    <BottomSheet
      open
      onClose={onDone}
      title={t(step.title)}
      closeLabel={t('site:onboarding.skip')}
      footer={
        <>
          {!isLast && (
            <Button variant="quiet" size="l" onClick={onDone}>
              {t('site:onboarding.skip')}
            </Button>
          )}
          <Button variant="primary" size="l" onClick={isLast ? onDone : () => setAt(at + 1)}>
            {t(isLast ? 'site:onboarding.start' : 'site:onboarding.continue')}
          </Button>
        </>
      }
    >
      <div className={styles.step}>
        <Icon of={step.icon} size="xl" className={styles.icon} />
        <p className={styles.text}>{t(step.text)}</p>
        <p className={styles.count} aria-live="polite">
          {t('site:onboarding.step', { step: at + 1, total: STEPS.length })}
        </p>
      </div>
    </BottomSheet>
  );
}
