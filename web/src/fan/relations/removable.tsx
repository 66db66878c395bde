import { Button, Group, Paper, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';

interface Props {
  /** What is removed, in words. */
  name: string;
  busy: boolean;
  /** `undo` once it was removed. Calls `done` after success. */
  onChange: (undo: boolean, done: () => void) => void;
  /** The row, with what removes it. */
  children: (remove: () => void) => ReactNode;
}

/** A row that stays in its place after it was removed, with the way to undo that, until the page is left. */
export function Removable({ name, busy, onChange, children }: Props) {
  const { t } = useTranslation('relations');
  const [isRemoved, setRemoved] = useState(false);
  const undo = useRef<HTMLButtonElement>(null);
  // The button that was pressed is gone.
  useEffect(() => {
    if (isRemoved) undo.current?.focus();
  }, [isRemoved]);
  if (!isRemoved) return children(() => onChange(false, () => setRemoved(true)));
  return (
    <Paper withBorder p="md" bg="transparent" style={{ borderStyle: 'dashed' }}>
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text c="dimmed" lineClamp={1} role="status" style={{ minWidth: 0 }}>
          {t('removed', { name })}
        </Text>
        <Button
          ref={undo}
          variant="light"
          size="xs"
          flex="none"
          loading={busy}
          leftSection={<IconArrowBackUp size={16} aria-hidden />}
          onClick={() => onChange(true, () => setRemoved(false))}
        >
          {t('undo')}
        </Button>
      </Group>
    </Paper>
  );
}
