import { Box, Container, Group, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useProfile } from '../app/session.ts';
import { ButtonLink } from '../components/links.tsx';
import { usePageTitle } from '../shell/page-title.ts';
import classes from './hero.module.css';
import { SampleScene } from './sample-scene.tsx';

/** The first thing anyone sees. */
export function Hero() {
  const { t } = useTranslation('landing');
  usePageTitle(t('hero.title').replace('\n', ''));
  return (
    <Box className={classes.hero}>
      <Container size="xl">
        <div className={classes.columns}>
          <Stack gap="lg" align="flex-start">
            <Title className={classes.title}>{t('hero.title')}</Title>
            <Text fz={18} lh={1.7} maw={520} c="dimmed">
              {t('hero.text')}
            </Text>
            <Calls />
            <Text className="hint">{t('hero.fine')}</Text>
          </Stack>
          <SampleScene />
        </div>
      </Container>
    </Box>
  );
}

/**
 * The two calls: register (to /explore when signed in), and becoming a creator, which leads a guest over
 * /reg and is hidden from who is one already (overview specification 1 and 2).
 */
function Calls() {
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
