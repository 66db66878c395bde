import { Alert, Group, Paper, Stack, TextInput } from '@mantine/core';
import { IconUserSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { findUser } from '#services/contract/staff/users.ts';
import { call } from '../api/client.ts';
import { queryOf, useMutation } from '../api/queries.ts';
import { EC, isRefusal } from '../api/refusal.ts';
import { Nothing } from '../components/collection.tsx';
import { refusedFields } from '../components/forms/refused-fields.ts';
import { ServerForm } from '../components/forms/server-form.tsx';
import { useServerForm } from '../components/forms/use-server-form.ts';
import { Loaded } from '../components/loaded.tsx';
import { PageHead } from '../components/page-head.tsx';
import type { SearchState } from '../shell/search.ts';
import { UserPanel } from './user-panel.tsx';

/** Search parameters of the page: ids only, no account names. */
export interface UsersSearch {
  user_id?: string | undefined;
  reason?: string | undefined;
}

/** A look is recorded: it is not repeated by itself. */
const ONCE = { retry: false } as const;

/** /admin/users: one person, found exactly. */
export function UsersPage({ search, onSearch }: SearchState<UsersSearch>) {
  const { t } = useTranslation('staff');
  const { user_id, reason } = search;
  return (
    <>
      <PageHead title={t('users.title')} text={t('users.text')} />
      <Stack gap="lg">
        <FindForm reason={reason ?? ''} onFound={onSearch} />
        {user_id === undefined || reason === undefined ? (
          <Alert color="gray" icon={<IconUserSearch aria-hidden />}>
            {t('users.start')}
          </Alert>
        ) : (
          <Found user_id={user_id} reason={reason} />
        )}
      </Stack>
    </>
  );
}

function Found({ user_id, reason }: { user_id: string; reason: string }) {
  const { t } = useTranslation('staff');
  const query = useQuery(queryOf(findUser, { find: user_id, reason }, ONCE));
  if (isRefusal(query.error, EC.notFound)) {
    return (
      <Nothing
        nothing={{ icon: <IconUserSearch aria-hidden />, title: t('users.none'), text: t('users.noneText') }}
      />
    );
  }
  return (
    <Loaded query={query} height={480}>
      {(user) => <UserPanel key={user.user_id} user={user} reason={reason} />}
    </Loaded>
  );
}

interface FindProps {
  reason: string;
  onFound: (search: UsersSearch) => void;
}

/** A typed account does not appear in the address bar. */
function FindForm({ reason: before, onFound }: FindProps) {
  const { t } = useTranslation('staff');
  const find = useMutation({
    mutationFn: async (input: { find: string; reason: string }) => {
      const { user_id } = await call(findUser, input);
      return { user_id, reason: input.reason };
    },
    meta: { quiet: true, refresh: false },
  });
  const form = useServerForm({
    initialValues: { find: '', reason: before },
    send: find,
    requestOf: ({ find: typed, reason }) => ({ find: typed.trim(), reason: reason.trim() }),
    fieldsOf: (error) =>
      isRefusal(error, EC.notFound) ? { find: t('grant.unknown') } : refusedFields(error),
    onDone: onFound,
  });
  const { find: typed, reason } = form.values;
  return (
    <Paper withBorder p={{ base: 'md', sm: 'lg' }}>
      <ServerForm
        form={form}
        left
        submit={t('users.find')}
        button={{ disabled: typed.trim() === '' || reason.trim() === '' }}
      >
        <Group align="flex-start" gap="md">
          <TextInput
            label={t('users.whom')}
            description={t('users.whomHint')}
            maxLength={120}
            autoComplete="off"
            style={{ flex: '1 1 240px' }}
            {...form.getInputProps('find')}
          />
          <TextInput
            label={t('reason.label')}
            description={t('users.reasonHint')}
            maxLength={200}
            style={{ flex: '1 1 240px' }}
            {...form.getInputProps('reason')}
          />
        </Group>
      </ServerForm>
    </Paper>
  );
}
