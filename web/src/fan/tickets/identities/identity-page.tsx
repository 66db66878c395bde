import { Button, Stack } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconId, IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteIdcard, type Identity, listIdcards } from '#services/contract/tickets/identities.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { Collection } from '../../../components/collection.tsx';
import { useConfirm } from '../../../components/confirm.tsx';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { IdentityCard } from './identity-card.tsx';
import { IdentityDialog } from './identity-dialog.tsx';

/** /setting/identity: the saved ticket holders. */
export function IdentityPage() {
  const { t } = useTranslation('tickets-identities');
  const query = useQuery(queryOf(listIdcards, {}));
  const [subject, setSubject] = useState<'new' | Identity>();
  const remove = useCall(deleteIdcard);
  const { confirm, dialog } = useConfirm();
  const add = (
    <Button leftSection={<IconPlus size={18} aria-hidden />} onClick={() => setSubject('new')}>
      {t('add')}
    </Button>
  );
  const confirmDelete = ({ identity_id }: Identity) =>
    confirm({
      text: t('deleteAsk'),
      yes: t('delete'),
      onYes: () =>
        remove.mutate(
          { identity_id },
          {
            onSuccess: () => notifications.show({ color: 'green', message: t('deleted') }),
          },
        ),
    });
  return (
    <AccountFrame title={t('title')} text={t('text')}>
      <Collection
        query={query}
        waiting={{ count: 2, height: 96 }}
        nothing={{ icon: <IconId aria-hidden />, title: t('empty'), text: t('emptyText'), action: add }}
      >
        {({ list }) => (
          <Stack align="flex-start">
            <Stack component="ul" w="100%" p={0} m={0} style={{ listStyle: 'none' }}>
              {list.map((identity) => (
                <IdentityCard
                  key={identity.identity_id}
                  identity={identity}
                  onEdit={() => setSubject(identity)}
                  onDelete={() => confirmDelete(identity)}
                />
              ))}
            </Stack>
            {add}
          </Stack>
        )}
      </Collection>
      <IdentityDialog subject={subject} onClose={() => setSubject(undefined)} />
      {dialog}
    </AccountFrame>
  );
}
