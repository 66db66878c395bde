import { Container, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../app/session.ts';
import { ButtonLink } from '../components/links.tsx';
import { Fees } from './fees.tsx';
import classes from './guide.module.css';
import { Guide } from './guide.tsx';
import { Hero } from './hero.tsx';
import { SampleCreators } from './sample-creators.tsx';
import { Reasons } from './why.tsx';

/** The last word of the landing page. */
function EndCall() {
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

/** The product, its creators, the fees and the first steps (overview specification 1). */
export function LandingPage() {
  return (
    <>
      <Hero />
      <Container size="xl">
        <Stack gap={88} mt={72}>
          <SampleCreators />
          <Reasons />
          <Fees />
          <Guide />
          <EndCall />
        </Stack>
      </Container>
    </>
  );
}
