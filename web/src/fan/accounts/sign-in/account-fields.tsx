import { PasswordInput, type PasswordInputProps, TextInput, type TextInputProps } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** Email or phone; the first field of its form. */
export function AccountField(input: TextInputProps) {
  const { t } = useTranslation('accounts');
  return (
    <TextInput
      size="md"
      label={t('field.account')}
      autoComplete="username"
      autoFocus
      maxLength={120}
      {...input}
    />
  );
}

interface PasswordProps extends PasswordInputProps {
  /** To be made up, not to be remembered. */
  isNew?: boolean;
}

/** A password field: the present one, or a new one with its rules. */
export function PasswordField({ isNew = false, ...input }: PasswordProps) {
  const { t } = useTranslation('accounts');
  return (
    <PasswordInput
      size="md"
      label={t('field.password')}
      autoComplete={isNew ? 'new-password' : 'current-password'}
      description={isNew ? t('field.passwordHint') : undefined}
      maxLength={128}
      visibilityToggleButtonProps={{ 'aria-label': t('field.showPassword') }}
      {...input}
    />
  );
}
