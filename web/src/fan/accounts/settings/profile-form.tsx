import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useForm } from '@mantine/form';
import { notifications } from '@mantine/notifications';
import { useTranslation } from 'react-i18next';
import type { User } from '#services/api/accounts/contract/accounts.ts';
import { useEditProfile } from '../../../api/settings.ts';
import { PictureField } from '../../../components/forms/picture-field.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';

/** Name and picture, seen by everyone. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'shell']);
  const edit = useEditProfile();
  const form = useForm({
    initialValues: { name: user.name, avatar: user.avatar },
    validate: { name: (name) => (name.trim() === '' ? t('error.name') : null) },
  });
  const submit = form.onSubmit(({ name, avatar }) =>
    edit.mutate(
      { name: name.trim(), avatar },
      {
        onSuccess: () => {
          form.resetDirty();
          notifications.show({ color: 'green', message: t('setting.saved') });
        },
      },
    ),
  );
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap="md">
        <PictureField
          label={t('setting.avatar')}
          preview={
            <PersonPicture name={form.values.name} src={form.values.avatar} seed={user.user_id} size={80} />
          }
          onPicture={(url) => form.setFieldValue('avatar', url)}
        />
        <TextInput
          label={t('field.name')}
          autoComplete="nickname"
          maxLength={40}
          {...form.getInputProps('name')}
        />
        <Group>
          <Button type="submit" loading={edit.isPending} disabled={!form.isDirty()}>
            {t('shell:action.save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
