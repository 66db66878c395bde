import { Alert, Button, Group, Text } from '@mantine/core';
import { IconUsersGroup } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { leaveTeam } from '#services/contract/accounts/team.ts';
import { useCall } from '../../api/queries.ts';
import { actFor } from '../../app/acting-creator.ts';
import { useConfirm } from '../../components/confirm.tsx';

/** In whose studio a member of the team works, and the way out. */
export function TeamBanner({ creator: { user_id, name } }: { creator: { user_id: string; name: string } }) {
  const { t } = useTranslation('door');
  const leave = useCall(leaveTeam, { refresh: false, onSuccess: () => actFor(null, '/') });
  const { confirm, dialog } = useConfirm();
  return (
    <Alert icon={<IconUsersGroup aria-hidden />} mb="md">
      <Group justify="space-between" gap="xs">
        <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
          {t('acting.for', { name })}
        </Text>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => actFor(null, '/')}>
            {t('acting.stop')}
          </Button>
          <Button
            size="xs"
            variant="subtle"
            color="red"
            onClick={() =>
              confirm({
                text: t('acting.leaveAsk', { name }),
                yes: t('acting.leave'),
                onYes: () => leave.mutate({ creator_id: user_id }),
              })
            }
          >
            {t('acting.leave')}
          </Button>
        </Group>
      </Group>
      {dialog}
    </Alert>
  );
}
