import { Box, Container, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '../shell/page-title.ts';
import { Calls } from './calls.tsx';
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
