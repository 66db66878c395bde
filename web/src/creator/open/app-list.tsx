import { Button, Code, Group, Modal, Skeleton, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconPlugConnected, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteApp, listApps, type OauthApp, renewAppSecret } from '#services/contract/open/apps.ts';
import { queryOf, useCall } from '../../api/queries.ts';
import { Nothing } from '../../components/collection.tsx';
import { useConfirm } from '../../components/confirm.tsx';
import { Loaded } from '../../components/loaded.tsx';
import { RowButton } from '../../components/row-button.tsx';
import { Section } from '../../components/section.tsx';
import type { Column } from '../../components/table/columns.ts';
import { DataTable } from '../../components/table/data-table.tsx';
import { AppForm } from './app-form.tsx';
import { CodeBlock } from './code-block.tsx';
import { usePublicUrl } from './use-public-url.ts';

const MAX_APPS = 10;

interface Shown {
  client_id: string;
  client_secret: string;
}

/** The creator's applications for OAuth2: creates, changes and deletes them. */
export function AppList() {
  const { t } = useTranslation('open-apps');
  const apps = useQuery(queryOf(listApps, {}));
  const publicUrl = usePublicUrl();
  const [subject, setSubject] = useState<'new' | OauthApp>();
  const [shown, setShown] = useState<Shown>();
  const { confirm, dialog } = useConfirm();
  const renew = useCall(renewAppSecret);
  const remove = useCall(deleteApp, {
    onSuccess: () => notifications.show({ color: 'green', message: t('own.deleted') }),
  });
  const columns: Column<OauthApp>[] = [
    { id: 'name', head: t('own.name'), kind: 'name', value: ({ name }) => name },
    { id: 'client_id', head: 'client_id', kind: 'text', value: ({ client_id }) => client_id },
    {
      id: 'addresses',
      head: t('own.addresses'),
      kind: 'text',
      value: ({ redirect_uris }) => redirect_uris.join('\n'),
    },
    { id: 'created', head: t('own.created'), kind: 'time', value: ({ create_time }) => create_time },
  ];
  const create = (
    <Button
      leftSection={<IconPlus size={18} aria-hidden />}
      disabled={(apps.data?.list.length ?? 0) >= MAX_APPS}
      onClick={() => setSubject('new')}
    >
      {t('own.create')}
    </Button>
  );
  const actions = (app: OauthApp) => {
    const { client_id, name } = app;
    return (
      <Group gap={8} wrap="nowrap">
        <RowButton text={t('own.change')} full={t('own.editOf', { name })} onClick={() => setSubject(app)} />
        {app.has_secret && (
          <Button
            size="xs"
            variant="default"
            aria-label={t('own.renewOf', { name })}
            onClick={() =>
              confirm({
                text: t('own.renewAsk', { name }),
                yes: t('own.renew'),
                onYes: () =>
                  renew.mutate(
                    { client_id },
                    { onSuccess: ({ client_secret }) => setShown({ client_id, client_secret }) },
                  ),
              })
            }
          >
            {t('own.renew')}
          </Button>
        )}
        <Button
          size="xs"
          variant="light"
          color="red"
          aria-label={t('own.deleteOf', { name })}
          onClick={() =>
            confirm({
              text: t('own.deleteAsk', { name }),
              yes: t('own.delete'),
              onYes: () => remove.mutate({ client_id }),
            })
          }
        >
          {t('own.delete')}
        </Button>
      </Group>
    );
  };
  const nothing = {
    icon: <IconPlugConnected aria-hidden />,
    title: t('own.empty'),
    text: t('own.emptyText'),
    action: create,
  };
  return (
    <Section title={t('own.title')} text={t('own.text')} aside={(apps.data?.list.length ?? 0) > 0 && create}>
      <Loaded
        query={apps}
        skeleton={<Skeleton height={120} />}
        isEmpty={({ list }) => list.length === 0}
        empty={<Nothing nothing={nothing} small />}
      >
        {({ list }) => (
          <>
            <DataTable
              label={t('own.title')}
              columns={columns}
              rows={list}
              rowKey={({ client_id }) => client_id}
              plain
              paged={false}
              actions={actions}
            />
            <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
              {t('own.start')}{' '}
              <Code>{`${publicUrl}/oauth2/authorize?client_id=…&redirect_uri=…&state=…`}</Code>
            </Text>
          </>
        )}
      </Loaded>
      <AppForm subject={subject} onClose={() => setSubject(undefined)} onMade={setShown} />
      <Modal
        opened={shown !== undefined}
        onClose={() => setShown(undefined)}
        title={t(shown?.client_secret === '' ? 'own.made' : 'own.secret')}
      >
        <Stack gap="md">
          <CodeBlock text={shown?.client_id ?? ''} label="client_id" wraps />
          {shown?.client_secret !== '' && (
            <>
              <Text size="sm">{t('own.secretText')}</Text>
              <CodeBlock text={shown?.client_secret ?? ''} label="client_secret" wraps />
            </>
          )}
        </Stack>
      </Modal>
      {dialog}
    </Section>
  );
}
