import { Button, Group, Paper, Text } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { QRCodeSVG } from 'qrcode.react';
import { useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { InfoFrame, InfoSection } from './info-frame.tsx';
import { installOffer } from './install-offer.ts';

const SECTIONS = ['ios', 'android', 'wechat', 'door'] as const;

/** /app: the product on a phone, which needs no installation; browsers that can install it offer it. */
export function AppPage() {
  const { t } = useTranslation('info');
  const isOffered = useSyncExternalStore(installOffer.subscribe, installOffer.isThere);
  return (
    <InfoFrame title={t('app.title')} text={t('app.text')}>
      {isOffered && (
        <Button
          size="md"
          style={{ alignSelf: 'flex-start' }}
          leftSection={<IconDownload size={20} aria-hidden />}
          onClick={() => void installOffer.accept()}
        >
          {t('app.install')}
        </Button>
      )}
      <Paper withBorder p="lg" visibleFrom="sm">
        <Group gap="xl" wrap="nowrap">
          {/* Dark on white in both themes: cameras read no other. */}
          <Paper bg="white" p="sm" radius="md">
            <QRCodeSVG
              value={window.location.origin}
              size={144}
              level="M"
              title={t('app.scan')}
              fgColor="#211a2e"
            />
          </Paper>
          <div>
            <Text fw={650}>{t('app.scan')}</Text>
            <Text c="dimmed">{window.location.host}</Text>
          </div>
        </Group>
      </Paper>
      {SECTIONS.map((id) => (
        <InfoSection key={id} title={t(`app.${id}.title`)} text={t(`app.${id}.text`)} />
      ))}
    </InfoFrame>
  );
}
