import { Container, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../components/links.tsx';
import { useZoneHint } from '../language/use-locale.ts';
import classes from './layout.module.css';
import { Logo } from './logo.tsx';

/** The operator's links, and the fees for creators. */
export function Footer() {
  const { t } = useTranslation('shell');
  const zone = useZoneHint();
  return (
    <footer className={classes.footer}>
      <Container size="xl">
        <Group justify="space-between" gap="md">
          <Logo />
          <Group gap="lg">
            <AnchorLink to="/explore" c="dimmed" size="sm">
              {t('nav.explore')}
            </AnchorLink>
            <AnchorLink to="/" hash="fees" c="dimmed" size="sm">
              {t('footer.fees')}
            </AnchorLink>
            <AnchorLink to="/proof" c="dimmed" size="sm">
              {t('footer.proof')}
            </AnchorLink>
            <Text className="hint">{t('footer.company')}</Text>
          </Group>
        </Group>
        {zone !== undefined && (
          <Text className="hint" mt="sm">
            {zone}
          </Text>
        )}
      </Container>
    </footer>
  );
}
