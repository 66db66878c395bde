import { Anchor, Container, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { AnchorLink } from '../components/links.tsx';
import { useZoneHint } from '../language/use-locale.ts';
import classes from './layout.module.css';
import { LegalLink } from './legal-link.tsx';
import { Logo } from './logo.tsx';
import { useOperator } from './operator.ts';

const LINK = { c: 'dimmed', size: 'sm' } as const;

/** The pages about the product, and those of the operator. */
export function Footer() {
  const { t } = useTranslation('shell');
  const operator = useOperator();
  const zone = useZoneHint();
  return (
    <footer className={classes.footer}>
      <Container size="xl">
        <Group justify="space-between" gap="md">
          <Logo />
          <Group gap="lg">
            <AnchorLink to="/about" {...LINK}>
              {t('footer.about')}
            </AnchorLink>
            <AnchorLink to="/app" {...LINK}>
              {t('footer.app')}
            </AnchorLink>
            <AnchorLink to="/" hash="fees" {...LINK}>
              {t('footer.fees')}
            </AnchorLink>
            <AnchorLink to="/proof" {...LINK}>
              {t('footer.proof')}
            </AnchorLink>
            <LegalLink page="terms" {...LINK} />
            <LegalLink page="privacy" {...LINK} />
            {operator?.help && (
              <Anchor href={operator.help} {...LINK}>
                {t('footer.help')}
              </Anchor>
            )}
            {operator?.icp_number && (
              <Anchor href="https://beian.miit.gov.cn/" {...LINK}>
                {operator.icp_number}
              </Anchor>
            )}
            <Text className="hint">{t('footer.company', { name: operator?.name })}</Text>
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
