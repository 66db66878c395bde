import { Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { editMyProfile, getMyAccount, type User } from '#services/contract/accounts/accounts.ts';
import { changePassword } from '#services/contract/accounts/passport.ts';
import { queryOf, useCall } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { Fact } from '../../../components/fact.tsx';
import { PictureField } from '../../../components/forms/picture-field.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { AnchorLink, ButtonLink } from '../../../components/links.tsx';
import { Loaded } from '../../../components/loaded.tsx';
import { PersonPicture } from '../../../components/pictures/person-picture.tsx';
import { Section } from '../../../components/section.tsx';
import { useLocale } from '../../../language/use-locale.ts';
import { AccountFrame } from '../../frame/account-frame.tsx';
import { PasswordField } from '../sign-in/account-fields.tsx';
import { useAccountRules } from '../sign-in/account-rules.ts';
import { WechatLink } from '../wechat/wechat-link.tsx';
import { LookSettings } from './look-settings.tsx';
import { SessionSettings } from './session-settings.tsx';

/** A person's own settings. */
export function AccountPage() {
  const { t, formats } = useLocale('accounts');
  const profile = useProfile();
  const account = useQuery(queryOf(getMyAccount, {}, { select: ({ account: own }) => own }));
  return (
    <AccountFrame title={t('setting.title')}>
      <Section title={t('setting.profile')}>{profile && <ProfileForm user={profile.user} />}</Section>
      <Section title={t('setting.contact')} text={t('setting.contactText')}>
        <Loaded query={account} skeleton={<Skeleton height={72} />}>
          {({ email, phone, create_time, has_bind_wechat }) => (
            <Stack gap="xs">
              <Fact label={t('setting.email')}>{email || t('setting.unbound')}</Fact>
              <Fact label={t('setting.phone')}>{phone || t('setting.unbound')}</Fact>
              {has_bind_wechat && <Fact label={t('wechat.name')}>{t('wechat.linked')}</Fact>}
              <Group gap="md">
                <AnchorLink to="/bind" search={{ type: email === '' ? 'email' : 'old_email' }}>
                  {t(email === '' ? 'setting.addEmail' : 'setting.changeEmail')}
                </AnchorLink>
                <AnchorLink to="/bind" search={{ type: phone === '' ? 'phone' : 'old_phone' }}>
                  {t(phone === '' ? 'setting.addPhone' : 'setting.changePhone')}
                </AnchorLink>
              </Group>
              <WechatLink linked={has_bind_wechat} />
              <Text className="hint">{t('setting.since', { date: formats.date(create_time) })}</Text>
            </Stack>
          )}
        </Loaded>
      </Section>
      <Section title={t('setting.password')} text={t('setting.passwordText')}>
        <PasswordForm account={account.data?.email || account.data?.phone || ''} />
      </Section>
      <LookSettings />
      <SessionSettings />
      <Section title={t('close.title')} text={t('close.text')}>
        <Group>
          <ButtonLink to="/setting/close-account" variant="light" color="red">
            {t('close.title')}
          </ButtonLink>
        </Group>
      </Section>
    </AccountFrame>
  );
}

/** Changes the password; the server signs every other device out. @param account for password managers */
function PasswordForm({ account }: { account: string }) {
  const { t } = useTranslation('accounts');
  const { password, knownPassword } = useAccountRules();
  const form = useServerForm({
    initialValues: { old_password: '', new_password: '', again: '' },
    validate: {
      old_password: knownPassword,
      new_password: password,
      again: (again, { new_password }) => (again === new_password ? null : t('error.again')),
    },
    send: useCall(changePassword, { quiet: true }),
    requestOf: ({ old_password, new_password }) => ({ old_password, new_password }),
    saved: t('setting.passwordChanged'),
    onDone: () => {
      form.reset();
    },
  });
  return (
    <ServerForm form={form} left submit={t('setting.changePassword')} style={{ maxWidth: 420 }}>
      <input type="text" name="username" autoComplete="username" value={account} readOnly hidden />
      <PasswordField size="sm" label={t('field.oldPassword')} {...form.getInputProps('old_password')} />
      <PasswordField isNew size="sm" label={t('field.newPassword')} {...form.getInputProps('new_password')} />
      <PasswordField
        size="sm"
        label={t('field.again')}
        autoComplete="new-password"
        {...form.getInputProps('again')}
      />
    </ServerForm>
  );
}

/** Name and picture, seen by everyone. */
function ProfileForm({ user }: { user: User }) {
  const { t } = useTranslation(['accounts', 'shell']);
  const form = useServerForm({
    initialValues: { name: user.name, avatar: user.avatar },
    validate: { name: (name) => (name.trim() === '' ? t('error.name') : null) },
    send: useCall(editMyProfile),
    requestOf: ({ name, avatar }) => ({ name: name.trim(), avatar }),
    saved: t('setting.saved'),
    onDone: () => {
      form.resetDirty();
    },
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
