import { useTranslation } from 'react-i18next';

/** The client's rules of each field; null if valid. */
export function useAccountRules() {
  const { t } = useTranslation('accounts');
  return {
    account(account: string) {
      if (account.trim() === '') return t('error.noAccount');
      return account.trim().length < 3 ? t('error.account') : null;
    },
    code(code: string) {
      if (code.trim() === '') return t('error.noCode');
      return /^\d{6}$/.test(code.trim()) ? null : t('error.code');
    },
    name: (name: string) => (name.trim() === '' ? t('error.name') : null),
    password: (password: string) => (password.length < 8 ? t('error.password') : null),
    /** An existing password: its form is not checked. */
    knownPassword: (password: string) => (password === '' ? t('error.noPassword') : null),
  };
}
