import { ActionIcon, CopyButton, Group, Text, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

/** Company and number of a parcel, with the button that copies the number for the company's own page. */
export function ParcelNumber({ company, number }: { company: string; number: string }) {
  const { t } = useTranslation(['delivery', 'shell']);
  return (
    <Group gap={4} wrap="nowrap">
      <Text className="figures" style={{ overflowWrap: 'anywhere', minWidth: 0 }}>
        {t('parcel', { company, number })}
      </Text>
      <CopyButton value={number}>
        {({ copied, copy }) => (
          <Tooltip label={t(copied ? 'shell:action.copied' : 'copyNumber')}>
            <ActionIcon variant="subtle" color="gray" onClick={copy} aria-label={t('copyNumber')}>
              {copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />}
            </ActionIcon>
          </Tooltip>
        )}
      </CopyButton>
    </Group>
  );
}
