import { Button, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TeamMember } from '#services/api/accounts/contract/team.ts';
import { fieldRefusal } from '../../../api/refusal.ts';
import { useRemoveMember, useRenameMember } from '../../../api/team.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';

/** One member: who it is, what the creator calls them, and the ways to change that. */
export function MemberRow({ member }: { member: TeamMember }) {
  const { t } = useTranslation('door');
  const { user, member_name } = member;
  const [renaming, setRenaming] = useState(false);
  const remove = useRemoveMember();
  const { confirm, dialog } = useConfirm();
  const doRemove = () =>
    remove.mutate(
      { user_id: user.user_id },
      { onSuccess: () => notifications.show({ color: 'green', message: t('team.removed') }) },
    );
  return (
    <Group justify="space-between" gap="sm">
      <Group gap="sm" wrap="nowrap" style={{ minWidth: 0, flex: '1 1 220px' }}>
        <PersonPicture name={user.name} src={user.avatar} seed={user.user_id} size={40} />
        <div style={{ minWidth: 0 }}>
          <Text fw={650}>{member_name}</Text>
          <Text size="sm" c="dimmed">
            {user.name}
          </Text>
        </div>
      </Group>
      {renaming ? (
        <Rename member={member} onDone={() => setRenaming(false)} />
      ) : (
        <Group gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={t('team.renameOf', { name: member_name })}
            onClick={() => setRenaming(true)}
          >
            {t('team.rename')}
          </Button>
          <Button
            size="xs"
            variant="light"
            color="red"
            loading={remove.isPending}
            aria-label={t('team.removeOf', { name: member_name })}
            onClick={() => confirm({ text: t('team.removeAsk'), yes: t('team.remove'), onYes: doRemove })}
          >
            {t('team.remove')}
          </Button>
        </Group>
      )}
      {dialog}
    </Group>
  );
}

function Rename({ member, onDone }: { member: TeamMember; onDone: () => void }) {
  const { t } = useTranslation(['door', 'shell']);
  const rename = useRenameMember();
  const [name, setName] = useState(member.member_name);
  const error = fieldRefusal(rename.error, 'member_name') ?? (rename.error && sentenceOf(rename.error));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        rename.mutate(
          { user_id: member.user.user_id, member_name: name },
          {
            onSuccess: () => {
              notifications.show({ color: 'green', message: t('team.renamed') });
              onDone();
            },
          },
        );
      }}
    >
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label={t('team.name')}
          value={name}
          onChange={(event) => setName(event.currentTarget.value)}
          error={error || undefined}
          maxLength={30}
          data-autofocus
        />
        <Button type="submit" loading={rename.isPending}>
          {t('team.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('shell:action.cancel')}
        </Button>
      </Group>
    </form>
  );
}
