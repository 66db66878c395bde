import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { actFor } from '../../app/acting.ts';

const AGAIN_MS = 15_000;

/** In whose studio a member of the team works, and the way out. Keeps the figures fresh: there are no live updates. */
export function TeamBanner({ name }: { name: string }) {
  const { t } = useTranslation('door');
  const client = useQueryClient();
  useEffect(() => {
    const again = setInterval(() => {
      void client.invalidateQueries({ predicate: ({ meta }) => (meta?.topics?.length ?? 0) > 0 });
    }, AGAIN_MS);
    return () => clearInterval(again);
  }, [client]);
  return (
    <Alert icon={<IconUsersGroup aria-hidden />} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('acting.for', { name })}
        </Text>
        <Button size="xs" variant="default" onClick={() => actFor(null, '/')}>
          {t('acting.stop')}
        </Button>
      </Group>
    </Alert>
  );
}
