import { Button, Group, Paper, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { personChanged, profileQuery, useSignOut } from '../../api/session.ts';
import { useSignOutEverywhere } from '../../api/settings.ts';
import { useAsk } from '../../parts/ask.tsx';

/** Leaving: this device, or all of them. */
export function SessionSettings() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const client = useQueryClient();
  const signOut = useSignOut();
  const everywhere = useSignOutEverywhere();
  const { ask, dialog } = useAsk();
  const home = () => void navigate({ to: '/' });
  const leaveAll = () =>
    everywhere.mutate(undefined, {
      onSuccess: async () => {
        await navigate({ to: '/' });
        client.setQueryData(profileQuery.queryKey, null);
        await personChanged(client);
      },
    });
  return (
    <Paper withBorder p="lg" component="section" aria-labelledby="sessions">
      <Title order={2} fz="lg" id="sessions">
        {t('setting.sessions')}
      </Title>
      <Text size="sm" c="dimmed" mb="md">
        {t('setting.sessionsText')}
      </Text>
      <Group>
        <Button
          variant="default"
          loading={signOut.isPending}
          onClick={() => signOut.mutate(undefined, { onSettled: home })}
        >
          {t('setting.signOut')}
        </Button>
        <Button
          variant="light"
          color="red"
          loading={everywhere.isPending}
          onClick={() =>
            ask({ text: t('setting.signOutAllAsk'), yes: t('setting.signOutAll'), onYes: leaveAll })
          }
        >
          {t('setting.signOutAll')}
        </Button>
      </Group>
      {dialog}
    </Paper>
  );
}
