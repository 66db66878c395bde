import { Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../app/session.ts';
import { ButtonLink } from '../components/links.tsx';
import classes from './guide.module.css';

/** The last word of the landing page. */
export function EndCall() {
  const { t } = useTranslation('landing');
  const guest = !useProfile();
  return (
    <Stack component="section" className={classes.end} align="center" gap="md">
      <Title order={2}>{t('end.title')}</Title>
      <Text>{t('end.text')}</Text>
      <ButtonLink to={guest ? '/reg' : '/explore'} size="lg" variant="white" c="#4d2f96" mt="xs">
        {t(guest ? 'hero.register' : 'hero.explore')}
      </ButtonLink>
    </Stack>
  );
}
