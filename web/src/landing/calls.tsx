import { Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../app/session.ts';
import { ButtonLink } from '../components/links.tsx';

/**
 * The two calls: register (to /explore when signed in), and becoming a creator, which leads a guest over
 * /reg and is hidden from who is one already (overview specification 1 and 2).
 */
export function Calls() {
  const { t } = useTranslation('landing');
  const profile = useProfile();
  return (
    <Group gap="sm">
      {profile ? (
        <ButtonLink size="lg" flex="1 1 auto" to="/explore">
          {t('hero.explore')}
        </ButtonLink>
      ) : (
        <ButtonLink size="lg" flex="1 1 auto" to="/reg">
          {t('hero.register')}
        </ButtonLink>
      )}
      {!profile?.creator &&
        (profile ? (
          <ButtonLink size="lg" flex="1 1 auto" variant="default" to="/apply">
            {t('hero.apply')}
          </ButtonLink>
        ) : (
          <ButtonLink size="lg" flex="1 1 auto" variant="default" to="/reg" search={{ back: '/apply' }}>
            {t('hero.apply')}
          </ButtonLink>
        ))}
    </Group>
  );
}
