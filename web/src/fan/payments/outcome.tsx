import { Alert, Stack, Text, ThemeIcon, Title } from '@mantine/core';
import { IconAlertTriangle, IconArrowBackUp, IconCheck, IconClock, IconX } from '@tabler/icons-react';

const LOOKS = {
  paid: { color: 'green', icon: IconCheck },
  part: { color: 'orange', icon: IconAlertTriangle },
  pending: { color: 'brand', icon: IconClock },
  closed: { color: 'gray', icon: IconX },
  returned: { color: 'orange', icon: IconArrowBackUp },
} as const;

/** How a payment ended, at a glance and in a sentence. */
export function OutcomeHead({ how, title, text }: { how: keyof typeof LOOKS; title: string; text: string }) {
  const { color, icon: Icon } = LOOKS[how];
  const warns = how === 'returned' || how === 'part';
  return (
    <>
      <Stack align="center" gap="xs" role="status">
        <ThemeIcon size={72} radius={999} color={color} variant="light">
          <Icon size={40} aria-hidden />
        </ThemeIcon>
        <Title order={1} ta="center" fz={26}>
          {title}
        </Title>
        {!warns && (
          <Text c="dimmed" ta="center">
            {text}
          </Text>
        )}
      </Stack>
      {warns && <Alert color="orange">{text}</Alert>}
    </>
  );
}
