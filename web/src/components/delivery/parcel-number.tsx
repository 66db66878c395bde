import { Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { CopyIcon } from '../copy/copy-icon.tsx';

/** Company and number of a parcel, with the button that copies the number for the company's own page. */
export function ParcelNumber({ company, number }: { company: string; number: string }) {
  const { t } = useTranslation('delivery');
  return (
    <Group gap={4} wrap="nowrap">
      <Text className="figures" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {t('parcel', { company, number })}
      </Text>
      <CopyIcon value={number} label={t('copyNumber')} />
    </Group>
  );
}
