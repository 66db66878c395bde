import { useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';

/** For people without an account. */
export function ToRegister() {
  const { t } = useTranslation('accounts');
  const { back, fr } = useSearch({ from: '/login' });
  return (
    <>
      {t('login.toRegister')}{' '}
      <AnchorLink to="/reg" search={{ back, fr }} state={true}>
        {t('reg.submit')}
      </AnchorLink>
    </>
  );
}
