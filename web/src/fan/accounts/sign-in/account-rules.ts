import { useTranslation } from 'react-i18next';

/** What each field has to look like before the server is asked; null when it does. */
export function useAccountRules() {
  const { t } = useTranslation('account');
  return {
    account: (account: string) => (account.trim().length < 3 ? t('error.account') : null),
    code: (code: string) => (/^\d{6}$/.test(code.trim()) ? null : t('error.code')),
    name: (name: string) => (name.trim() === '' ? t('error.name') : null),
    password: (password: string) => (password.length < 8 ? t('error.password') : null),
    /** One that exists already: what it has to look like is no longer the question. */
    knownPassword: (password: string) => (password === '' ? t('error.noPassword') : null),
  };
}
