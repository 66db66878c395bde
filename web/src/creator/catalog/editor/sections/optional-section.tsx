import { Switch } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../../components/section.tsx';

interface Props {
  title: string;
  text: string;
  on: boolean;
  onChange: (on: boolean) => void;
  /** Why it cannot be switched on; the switch then stays where it is. */
  barred?: string | undefined;
  children: ReactNode;
}

/** An optional subject of an offer: a switch with its title, and its fields when it is on. */
export function OptionalSection({ title, text, on, onChange, barred, children }: Props) {
  return (
    <Section
      title={title}
      text={barred ?? text}
      aside={
        <Switch
          size="md"
          aria-label={title}
          checked={on}
          disabled={barred !== undefined && !on}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
      }
    >
      {on && children}
    </Section>
  );
}
