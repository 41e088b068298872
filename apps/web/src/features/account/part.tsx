import { Card, Section } from '@glasshouse/ui';
import type { ReactNode } from 'react';

interface PartProps {
  readonly id?: string | undefined;
  readonly title: string;
  readonly note?: string | undefined;
  readonly children: ReactNode;
}

/** A section of the page: a heading and a card. */
export const Part = ({ id, title, note, children }: PartProps) => (
  <Section id={id} title={title} note={note}>
    <Card>{children}</Card>
  </Section>
);
