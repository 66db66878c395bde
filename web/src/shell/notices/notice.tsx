import { Alert, Container } from '@mantine/core';
import type { ReactNode } from 'react';

/** A notice above a page. */
export const Notice = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <Container size="xl" pt="md">
    <Alert color="orange" radius="lg" p="sm" icon={icon} role="status">
      {children}
    </Alert>
  </Container>
);
