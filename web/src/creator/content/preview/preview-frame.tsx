import { Modal, SimpleGrid, Stack, Switch } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useLocale } from '../../../language/use-locale.ts';
import type { Reader } from './visitor.tsx';

interface Props {
  onClose: () => void;
  children: (first: Reader) => ReactNode;
}

/** What others will get: for one reader, or two side by side. */
export function PreviewFrame({ onClose, children }: Props) {
  const { t } = useLocale('content-preview');
  const [both, setBoth] = useState(false);
  return (
    <Modal opened onClose={onClose} title={t('title')} fullScreen>
      <Stack gap="lg" maw={both ? 1400 : 728} mx="auto">
        <Switch
          label={t('both')}
          checked={both}
          onChange={({ currentTarget }) => setBoth(currentTarget.checked)}
        />
        <SimpleGrid cols={{ base: 1, md: both ? 2 : 1 }} spacing="lg">
          {children('guest')}
          {both && children('follower')}
        </SimpleGrid>
      </Stack>
    </Modal>
  );
}
