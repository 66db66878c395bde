import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { editMyProfile, type User } from '#services/api/accounts/contract/accounts.ts';
import { useCall } from '../../../api/queries.ts';
import { PictureField } from '../../../components/forms/picture-field.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';

/** Name and picture, seen by everyone. */
export function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation(['account', 'shell']);
  const form = useServerForm({
    initialValues: { name: user.name, avatar: user.avatar },
    validate: { name: (name) => (name.trim() === '' ? t('error.name') : null) },
    send: useCall(editMyProfile),
    requestOf: ({ name, avatar }) => ({ name: name.trim(), avatar }),
    saved: t('setting.saved'),
    onDone: () => form.resetDirty(),
    toasts: true,
  });
  const { name, avatar } = form.values;
  return (
    <ServerForm form={form} left submit={t('shell:action.save')} button={{ disabled: !form.isDirty() }}>
      <PictureField
        avatar
        label={t('setting.avatar')}
        preview={<PersonPicture name={name} src={avatar} seed={user.user_id} size={80} />}
        onPicture={(url) => form.setFieldValue('avatar', url)}
      />
      <TextInput
        label={t('field.name')}
        autoComplete="nickname"
        maxLength={40}
        {...form.getInputProps('name')}
      />
    </ServerForm>
  );
}
