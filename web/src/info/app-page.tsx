import { Group, Paper, Text } from '@mantine/core';
import { QRCodeSVG } from 'qrcode.react';
import { useTranslation } from 'react-i18next';
import { InfoFrame, InfoSection } from './info-frame.tsx';

const SECTIONS = ['ios', 'android', 'wechat', 'door'] as const;

/** /app: the product on a phone, which needs no installation. */
export function AppPage() {
  const { t } = useTranslation('info');
  return (
    <InfoFrame title={t('app.title')} text={t('app.text')}>
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
