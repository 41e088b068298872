import { Section, Stack } from '@glasshouse/ui';
import styles from './gallery.module.css';
import { Specimen } from './specimen.tsx';

const COLOURS = [
  'canvas',
  'surface',
  'raised',
  'sunken',
  'hover',
  'pressed',
  'selected',
  'line',
  'line-strong',
  'line-control',
  'thumb',
  'grid',
  'text',
  'text-muted',
  'text-disabled',
  'accent',
  'accent-text',
  'accent-soft',
  'up',
  'up-text',
  'up-soft',
  'up-line',
  'down',
  'down-text',
  'down-soft',
  'down-line',
  'danger',
  'danger-text',
  'danger-soft',
  'warning',
  'warning-text',
  'warning-soft',
  'success-text',
  'success-soft',
  'demo',
  'demo-text',
  'demo-soft',
  'demo-stripe',
  'focus',
];
const SIZES = ['3xl', '2xl', 'xl', 'l', 'm', 's', 'xs', '2xs'];

export const FoundationsSection = () => (
  <Section id="foundations" title="Foundations" note="All of it is in tokens.css; components use nothing else.">
    <Stack gap={6}>
      <Specimen name="Colour">
        <div className={styles.swatches}>
          {COLOURS.map((name) => (
            <div key={name} className={styles.swatch}>
              <span style={{ background: `var(--${name})` }} />
              <code>{name}</code>
            </div>
          ))}
        </div>
      </Specimen>
      <div className={styles.wideGrid}>
        <Specimen name="Type">
          <Stack gap={2}>
            {SIZES.map((size) => (
              <div key={size} className={styles.typeLine}>
                <code>text-{size}</code>
                <span
                  style={{
                    font: `var(--weight-${size.length > 1 ? 'strong' : 'normal'}) var(--text-${size}) var(--font-sans)`,
                  }}
                >
                  Every figure can be checked
                </span>
              </div>
            ))}
          </Stack>
        </Specimen>
        <Specimen name="Elevation and radius">
          <div className={styles.rising}>
            <span style={{ boxShadow: 'var(--shadow-1)', borderRadius: 'var(--radius-m)' }}>shadow-1</span>
            <span style={{ boxShadow: 'var(--shadow-2)', borderRadius: 'var(--radius-l)' }}>shadow-2</span>
            <span style={{ boxShadow: 'var(--shadow-3)', borderRadius: 'var(--radius-xl)' }}>shadow-3</span>
          </div>
        </Specimen>
      </div>
    </Stack>
  </Section>
);
