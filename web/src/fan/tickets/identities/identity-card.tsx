import { Button, Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Identity } from '#services/api/tickets/contract/identities.ts';

interface Props {
  identity: Identity;
  onEdit: () => void;
  onDelete: () => void;
}

/** One person, masked, with what can be done. */
export function IdentityCard({ identity, onEdit, onDelete }: Props) {
  const { t } = useTranslation('identities');
  const { name, id_card } = identity;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="li">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={650}>{name}</Text>
          <Text className="hint figures">{id_card}</Text>
        </div>
        <Group gap={8}>
          <Button size="xs" variant="default" aria-label={t('editOf', { name })} onClick={onEdit}>
            {t('edit')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            aria-label={t('deleteOf', { name })}
            onClick={onDelete}
          >
            {t('delete')}
          </Button>
        </Group>
      </Group>
    </Paper>
  );
}
