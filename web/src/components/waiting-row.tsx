import { Button, Group, Paper, Text } from '@mantine/core';
import type { ReactNode } from 'react';

interface Props {
  name: string;
  /** How it stands, beside the name. */
  badge?: ReactNode;
  /** Since when it waits, in words. */
  since: string;
  /** The button, and what it is called where it is read out. */
  open: string;
  openLabel: string;
  onOpen: () => void;
}

/** Somebody who waits for a decision, in a list of those who do. */
export const WaitingRow = ({ name, badge, since, open, openLabel, onOpen }: Props) => (
  <Paper withBorder p="md" component="article">
    <Group justify="space-between" gap="xs">
      <div style={{ minWidth: 0 }}>
        <Group gap="xs">
          <Text fw={650}>{name}</Text>
          {badge}
        </Group>
        <Text size="sm" c="dimmed" className="figures">
          {since}
        </Text>
      </div>
      <Button variant="light" size="xs" aria-label={openLabel} onClick={onOpen}>
        {open}
      </Button>
    </Group>
  </Paper>
);
