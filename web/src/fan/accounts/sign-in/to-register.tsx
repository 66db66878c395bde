import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../../../components/links.tsx';

/** For people without an account. */
export function ToRegister({ back }: { back: string | undefined }) {
  const { t } = useTranslation('accounts');
  return (
    <>
      {t('login.toRegister')}{' '}
      <AnchorLink to="/reg" search={{ back }} state={true}>
        {t('reg.submit')}
      </AnchorLink>
    </>
  );
}
