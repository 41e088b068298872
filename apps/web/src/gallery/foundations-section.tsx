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
  'thumb',
  'line',
  'line-strong',
  'line-control',
  'grid',
  'ink',
  'ink-2',
  'ink-3',
  'ink-off',
  'act',
  'seal',
  'seal-solid',
  'seal-soft',
  'seal-line',
  'pane-rim',
  'edge-outer',
  'edge-inner',
  'up',
  'up-solid',
  'up-soft',
  'up-line',
  'down',
  'down-solid',
  'down-soft',
  'down-line',
  'danger',
  'danger-text',
  'danger-soft',
  'warning',
  'warning-text',
  'warning-soft',
  'demo-text',
  'demo-soft',
  'demo-line',
  'focus',
];
const ROLES = ['display', 'title', 'section', 'body', 'data', 'label', 'sentence', 'price', 'chart'];

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
            {ROLES.map((role) => (
              <div key={role} className={styles.typeLine}>
                <code>type-{role}</code>
                <span style={{ font: `var(--type-${role})` }}>Every figure can be checked</span>
              </div>
            ))}
          </Stack>
        </Specimen>
        <Specimen name="Elevation and radius">
          <div className={styles.rising}>
            <span style={{ boxShadow: 'var(--shadow-1)', borderRadius: 'var(--radius-control)' }}>shadow-1</span>
            <span style={{ boxShadow: 'var(--shadow-2)', borderRadius: 'var(--radius-pane)' }}>shadow-2</span>
            <span style={{ boxShadow: 'var(--shadow-3)', borderRadius: 'var(--radius-control)' }}>shadow-3</span>
          </div>
        </Specimen>
      </div>
    </Stack>
  </Section>
);
