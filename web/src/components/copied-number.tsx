import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from './copy-icon.tsx';

/** A labelled number with the button that copies it: people quote it elsewhere. */
export function CopiedNumber({ label, number }: { label: string; number: string }) {
  const { t } = useTranslation('shell');
  return (
    <div>
      <Text className="hint">{label}</Text>
      <Group gap={4} wrap="nowrap">
        <Text size="sm" className="figures" style={{ wordBreak: 'break-all' }}>
          {number}
        </Text>
        <CopyIcon value={number} label={t('action.copy')} full={`${t('action.copy')} ${label}`} />
      </Group>
    </div>
  );
}
