import { Button, ButtonLink, type ButtonVariant, Card, Icon, IconButton, Section, Stack } from '@glasshouse/ui';
import { ArrowRight, Bell, ChevronLeft, Globe, Plus, RefreshCw, Star } from '@glasshouse/ui/icons';
import { useState } from 'react';
import styles from './gallery.module.css';
import { Specimen } from './specimen.tsx';

const VARIANTS: [ButtonVariant, string][] = [
  ['primary', 'Open account'],
  ['secondary', 'Try the demo'],
  ['quiet', 'Not now'],
  ['up', 'Buy up'],
  ['down', 'Buy down'],
  ['danger', 'Reset demo book'],
  ['dangerQuiet', 'Close all'],
];

export function ControlsSection() {
  const [starred, setStarred] = useState(true);
  return (
    <Section id="controls" title="Buttons" note="One primary action in view. The button names the consequence.">
      <Card>
        <div className={styles.wideGrid}>
          <Specimen name="Variants">
            <Stack row wrap gap={2}>
              {VARIANTS.map(([variant, words]) => (
                <Button key={variant} variant={variant}>
                  {words}
                </Button>
              ))}
            </Stack>
          </Specimen>
          <Specimen name="Loading">
            <Stack row wrap gap={2}>
              {VARIANTS.map(([variant, words]) => (
                <Button key={variant} variant={variant} loading>
                  {words}
                </Button>
              ))}
            </Stack>
          </Specimen>
          <Specimen name="Disabled">
            <Stack row wrap gap={2}>
              {VARIANTS.map(([variant, words]) => (
                <Button key={variant} variant={variant} disabled>
                  {words}
                </Button>
              ))}
            </Stack>
          </Specimen>
          <Specimen name="Sizes, icons, links">
            <Stack row wrap gap={2}>
              <Button size="s" icon={RefreshCw}>
                Try again
              </Button>
              <Button size="m" icon={Plus} variant="primary">
                Deposit
              </Button>
              <ButtonLink size="l" href="#controls" iconEnd={ArrowRight} mirrorIcon>
                Settlement receipt
              </ButtonLink>
            </Stack>
          </Specimen>
          <Specimen name="Icon buttons">
            <Stack row gap={1}>
              <IconButton icon={ChevronLeft} label="Back" mirror />
              <IconButton icon={Globe} label="Language" />
              <IconButton icon={Bell} label="Announcements, one unread" dot />
              <IconButton icon={Star} label="Favourite" pressed={starred} onClick={() => setStarred(!starred)} />
              <IconButton icon={RefreshCw} label="Refresh" disabled />
            </Stack>
          </Specimen>
          <Specimen name="Icons">
            <Stack row wrap gap={3}>
              {Object.entries({ ArrowRight, Bell, ChevronLeft, Globe, Plus, RefreshCw, Star }).map(
                ([name, picture]) => (
                  <Icon key={name} of={picture} label={name} />
                ),
              )}
            </Stack>
          </Specimen>
        </div>
      </Card>
    </Section>
  );
}
