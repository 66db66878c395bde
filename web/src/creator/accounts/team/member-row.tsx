import { Button, Group, Text, TextInput } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteTeamMember, editTeamMember, type TeamMember } from '#services/contract/accounts/team.ts';
import { useCall } from '../../../api/queries.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { RowButton } from '../../../components/row-button.tsx';
import { RightsField } from './rights-field.tsx';

/** One member with label and rights, and the actions to change them. */
export function MemberRow({ member }: { member: TeamMember }) {
  const { t } = useTranslation('door');
  const { user, member_name } = member;
  const [renaming, setRenaming] = useState(false);
  const remove = useCall(deleteTeamMember);
  const edit = useCall(editTeamMember, {
    onSuccess: () => notifications.show({ color: 'green', message: t('team.rightsSaved') }),
  });
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
          <Text className="hint">{user.name}</Text>
        </div>
      </Group>
      {renaming ? (
        <Rename member={member} onDone={() => setRenaming(false)} />
      ) : (
        <Group gap="xs">
          <RowButton
            text={t('team.rename')}
            full={t('team.renameOf', { name: member_name })}
            onClick={() => setRenaming(true)}
          />
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
      <div style={{ flexBasis: '100%' }}>
        <RightsField
          aria-label={t('team.rightsOf', { name: member_name })}
          value={member.rights}
          onChange={(rights) => edit.mutate({ user_id: user.user_id, rights })}
        />
      </div>
      {dialog}
    </Group>
  );
}

function Rename({ member, onDone }: { member: TeamMember; onDone: () => void }) {
  const { t } = useTranslation(['door', 'shell']);
  const form = useServerForm({
    initialValues: { member_name: member.member_name },
    send: useCall(editTeamMember, { quiet: true }),
    requestOf: (values) => ({ user_id: member.user.user_id, ...values }),
    saved: t('team.renamed'),
    onDone,
  });
  return (
    <ServerForm form={form} gap="xs">
      <Group gap="xs" align="flex-start">
        <TextInput
          aria-label={t('team.name')}
          maxLength={30}
          data-autofocus
          {...form.getInputProps('member_name')}
        />
        <Button type="submit" loading={form.sending}>
          {t('team.save')}
        </Button>
        <Button variant="default" onClick={onDone}>
          {t('shell:action.cancel')}
        </Button>
      </Group>
    </ServerForm>
  );
}
