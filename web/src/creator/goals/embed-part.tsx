import { Button, Group } from '@mantine/core';
import { IconCheck, IconCode, IconExternalLink } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '../../components/copy/copy-button.tsx';
import { ButtonLink } from '../../components/links.tsx';
import { Section } from '../../components/section.tsx';
import { useCreator } from '../frame/creator-guard.ts';

/** The goal card, as link and as code for other sites. */
export function EmbedPart() {
  const { t } = useTranslation('goals');
  const slug = useCreator()?.url_slug ?? '';
  const address = `${location.origin}/leaflet?slug=${encodeURIComponent(slug)}`;
  const frame = `<iframe src="${address}" width="360" height="420" style="border:0" loading="lazy"></iframe>`;
  return (
    <Section title={t('embed.title')} text={t('embed.text')}>
      <Group gap="sm">
        <ButtonLink
          to="/leaflet"
          search={{ slug }}
          variant="default"
          leftSection={<IconExternalLink size={18} aria-hidden />}
        >
          {t('embed.open')}
        </ButtonLink>
        <CopyButton value={frame}>
          {({ copied, copy }) => (
            <Button
              variant="default"
              leftSection={copied ? <IconCheck size={18} aria-hidden /> : <IconCode size={18} aria-hidden />}
              onClick={copy}
            >
              {copied ? t('overlayPage.copied') : t('embed.copy')}
            </Button>
          )}
        </CopyButton>
      </Group>
    </Section>
  );
}
