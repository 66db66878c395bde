import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlugConnected } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { disconnectApp, listConnectedApps } from '#services/contract/open/oauth.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Collection } from '../../components/collection.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { useLocale } from '../../language/use-locale.ts';
import { AccountFrame } from '../frame/account-frame.tsx';
import { ScopeList } from './scope-list.tsx';

/** /setting/apps: the applications that a person connected. */
export function ConnectedAppsPage() {
  const { t, formats } = useLocale('open-apps');
  const query = useQuery(queryOf(listConnectedApps, {}));
  const disconnect = useCall(disconnectApp, {
    onSuccess: () => notifications.show({ color: 'green', message: t('connected.ended') }),
  });
  const { confirm, dialog } = useConfirm();
  return (
    <AccountFrame title={t('connected.title')} text={t('connected.text')}>
      <Collection
        query={query}
        waiting={{ count: 2, height: 128 }}
        nothing={{
          icon: <IconPlugConnected aria-hidden />,
          title: t('connected.empty'),
          text: t('connected.emptyText'),
        }}
      >
        {({ list }) => (
          <Stack component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {list.map(({ client_id, name, owner, scopes, create_time }) => (
              <Paper key={client_id} withBorder p={{ base: 'md', sm: 'lg' }} component="li">
                <Group justify="space-between" align="flex-start" gap="sm">
                  <div style={{ minWidth: 0, flex: '1 1 240px', overflowWrap: 'anywhere' }}>
                    <Text fw={650}>{name}</Text>
                    <Text className="hint" mb="sm">
                      {t('connected.since', { owner: owner.name, date: formats.date(create_time) })}
                    </Text>
                    <ScopeList scopes={scopes} />
                  </div>
                  <Button
                    size="xs"
                    variant="light"
                    color="red"
                    aria-label={t('connected.endOf', { name })}
                    onClick={() =>
                      confirm({
                        text: t('connected.endAsk', { name }),
                        yes: t('connected.end'),
                        onYes: () => disconnect.mutate({ client_id }),
                      })
                    }
                  >
                    {t('connected.end')}
                  </Button>
                </Group>
              </Paper>
            ))}
          </Stack>
        )}
      </Collection>
      {dialog}
    </AccountFrame>
  );
}
