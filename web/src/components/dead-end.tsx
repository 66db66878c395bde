import { Container, EmptyState } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  /** A picture of the subject; decorative. */
  icon: ReactNode;
  title: string;
  text?: string;
  /** Orange where something went wrong, the page's own colour elsewhere. */
  color?: 'orange';
  /** `alert`: announced immediately. */
  role?: 'alert';
  /** Where to go from here. */
  children: ReactNode;
}

/** A page without content: the reason, and links to other pages. */
export function DeadEnd({ icon, title, text, color, role, children }: Props) {
  return (
    <Container size="xs" py={{ base: 48, sm: 80 }} role={role}>
      <EmptyState
        size="lg"
        variant="light"
        {...(color !== undefined && { color })}
        icon={icon}
        title={<h1 style={{ font: 'inherit', margin: 0 }}>{title}</h1>}
        description={text}
      >
        <EmptyState.Actions style={{ justifyContent: 'center' }}>{children}</EmptyState.Actions>
      </EmptyState>
    </Container>
  );
}
