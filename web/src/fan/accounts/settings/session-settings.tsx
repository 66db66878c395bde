import { Button, Group } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { revokeSessions } from '#services/api/accounts/contract/accounts.ts';
import { useCall } from '../../../api/queries.ts';
import { personChanged, profileQuery, useSignOut } from '../../../app/session.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { Section } from '../../../components/section.tsx';

/** Leaving: this device, or all of them. */
export function SessionSettings() {
  const { t } = useTranslation('account');
  const navigate = useNavigate();
  const client = useQueryClient();
  const signOut = useSignOut();
  const everywhere = useCall(revokeSessions, { refresh: false });
  const { confirm, dialog } = useConfirm();
  const home = () => void navigate({ to: '/' });
  const leaveAll = () =>
    everywhere.mutate(
      {},
      {
        onSuccess: async () => {
          await navigate({ to: '/' });
          client.setQueryData(profileQuery.queryKey, null);
          await personChanged(client);
        },
      },
    );
  return (
    <Section title={t('setting.sessions')} text={t('setting.sessionsText')}>
      <Group>
        <Button
          variant="default"
          loading={signOut.isPending}
          onClick={() => signOut.mutate({}, { onSettled: home })}
        >
          {t('setting.signOut')}
        </Button>
        <Button
          variant="light"
          color="red"
          loading={everywhere.isPending}
          onClick={() =>
            confirm({ text: t('setting.signOutAllAsk'), yes: t('setting.signOutAll'), onYes: leaveAll })
          }
        >
          {t('setting.signOutAll')}
        </Button>
      </Group>
      {dialog}
    </Section>
  );
}
