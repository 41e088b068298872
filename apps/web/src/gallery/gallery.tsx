import {
  type Appearance,
  applyAppearance,
  Page,
  PageHead,
  Segmented,
  SkipLink,
  ToastRegion,
  UiLocaleProvider,
} from '@glasshouse/ui';
import { useEffect, useState } from 'react';
import { ChartSection } from './chart-section.tsx';
import { ChoicesSection } from './choices-section.tsx';
import { ControlsSection } from './controls-section.tsx';
import { FeedbackSection } from './feedback-section.tsx';
import { FieldsSection } from './fields-section.tsx';
import { FiguresSection } from './figures-section.tsx';
import { FoundationsSection } from './foundations-section.tsx';
import styles from './gallery.module.css';
import { OverlaysSection } from './overlays-section.tsx';
import { TableSection } from './table-section.tsx';
import { TicketSection } from './ticket-section.tsx';

const SECTIONS = [
  ['foundations', 'Foundations'],
  ['figures', 'Figures'],
  ['chart', 'Chart'],
  ['ticket', 'Ticket'],
  ['table', 'Table'],
  ['controls', 'Buttons'],
  ['fields', 'Fields'],
  ['choices', 'Choices'],
  ['feedback', 'Feedback'],
  ['overlays', 'Overlays'],
] as const;

type Direction = 'ltr' | 'rtl';

/**
 * The state is kept in the URL, so that it can be linked to and screenshotted:
 * `?theme=dark&dir=rtl`.
 */
function fromAddress() {
  const query = new URLSearchParams(location.search);
  const oneOf = <Value extends string>(name: string, values: readonly Value[]): Value =>
    values.find((value) => value === query.get(name)) ?? (values[0] as Value);
  return {
    theme: oneOf<Appearance['theme']>('theme', ['system', 'light', 'dark']),
    updown: oneOf<Appearance['updown']>('updown', ['green-red', 'red-green', 'blue-orange']),
    dir: oneOf<Direction>('dir', ['ltr', 'rtl']),
  };
}

/** Every component in its states, for developers; the figures are generated. */
export function Gallery() {
  const [appearance, setAppearance] = useState(fromAddress);
  const { theme, updown, dir } = appearance;

  useEffect(() => {
    applyAppearance(document.documentElement, { theme, updown });
    document.documentElement.dir = dir;
    history.replaceState(null, '', `?${new URLSearchParams({ theme, updown, dir })}${location.hash}`);
  }, [theme, updown, dir]);

  return (
    <UiLocaleProvider locale="en">
      <SkipLink>Skip to the components</SkipLink>
      <header className={styles.header}>
        <span className={styles.brand}>Glasshouse components</span>
        <div className={styles.appearance}>
          <Segmented
            size="s"
            label="Theme"
            value={theme}
            onChange={(value) => setAppearance({ ...appearance, theme: value })}
            options={[
              { value: 'system', label: 'System' },
              { value: 'light', label: 'Light' },
              { value: 'dark', label: 'Dark' },
            ]}
          />
          <Segmented
            size="s"
            label="Colours of up and down"
            value={updown}
            onChange={(value) => setAppearance({ ...appearance, updown: value })}
            options={[
              { value: 'green-red', label: 'Green up' },
              { value: 'red-green', label: 'Red up' },
              { value: 'blue-orange', label: 'Blue up' },
            ]}
          />
          <Segmented
            size="s"
            label="Direction of writing"
            value={dir}
            onChange={(value) => setAppearance({ ...appearance, dir: value })}
            options={[
              { value: 'ltr', label: 'LTR' },
              { value: 'rtl', label: 'RTL' },
            ]}
          />
        </div>
      </header>
      <div className={styles.body}>
        <nav aria-label="Components" className={styles.nav}>
          {SECTIONS.map(([id, name]) => (
            <a key={id} href={`#${id}`}>
              {name}
            </a>
          ))}
        </nav>
        <Page>
          <PageHead
            title="Components"
            note="What the product is made of, in all states. Prices here are drawn by a formula and stand for nothing."
          />
          <FoundationsSection />
          <FiguresSection />
          <ChartSection />
          <TicketSection />
          <TableSection />
          <ControlsSection />
          <FieldsSection />
          <ChoicesSection />
          <FeedbackSection />
          <OverlaysSection />
        </Page>
      </div>
      <ToastRegion label="Messages" closeLabel="Close" />
    </UiLocaleProvider>
  );
}
