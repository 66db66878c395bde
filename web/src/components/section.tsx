import { Group, Paper, Stack, Text, Title } from '@mantine/core';
import { type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** One sentence below the title. */
  text?: ReactNode;
  /** At the other end of the title's line. */
  aside?: ReactNode;
  /** False: only the head is there. */
  children: ReactNode;
}

/** One subject of a page, in a card with a heading. */
export function Section({ title, text, aside, children }: Props) {
  const id = useId();
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="section" aria-labelledby={id}>
      <Group justify="space-between" align="flex-start" gap="xs">
        <div style={{ flex: '1 1 200px' }}>
          <Title order={2} fz="lg" id={id}>
            {title}
          </Title>
          {text !== undefined && <Text className="hint figures">{text}</Text>}
        </div>
        {aside}
      </Group>
      {children !== false && (
        <Stack gap="md" mt="md">
          {children}
        </Stack>
      )}
    </Paper>
  );
}
