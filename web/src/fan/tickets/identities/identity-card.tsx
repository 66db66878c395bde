import { Group, Paper, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import type { Identity } from '#services/contract/tickets/identities.ts';
import { RowButton } from '../../../components/row-button.tsx';
import { DocumentNumber } from '../../../components/tickets/document-number.tsx';

interface Props {
  identity: Identity;
  onEdit: () => void;
  onDelete: () => void;
}

/** One person, masked, with what can be done. */
export function IdentityCard({ identity, onEdit, onDelete }: Props) {
  const { t } = useTranslation('tickets-identities');
  const { name, id_type, id_card } = identity;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }} component="li">
      <Group justify="space-between" gap="sm">
        <div>
          <Text fw={650}>{name}</Text>
          <Text className="hint figures">
            <DocumentNumber type={id_type} number={id_card} />
          </Text>
        </div>
        <Group gap={8}>
          <RowButton text={t('edit')} full={t('editOf', { name })} onClick={onEdit} />
          <RowButton removes text={t('delete')} full={t('deleteOf', { name })} onClick={onDelete} />
        </Group>
      </Group>
    </Paper>
  );
}
