import { Box, Container, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Calls } from './calls.tsx';
import classes from './hero.module.css';
import { SampleScene } from './sample-scene.tsx';

/** The first thing anyone sees. */
export function Hero() {
  const { t } = useTranslation('landing');
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
            <Text size="sm" c="dimmed">
              {t('hero.fine')}
            </Text>
          </Stack>
          <SampleScene />
        </div>
      </Container>
    </Box>
  );
}
