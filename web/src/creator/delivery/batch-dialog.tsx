import { Button, FileButton, Group, List, Modal, Stack, Text } from '@mantine/core';
import { IconDownload, IconUpload } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { uploadExpressNumbers } from '#services/api/delivery/contract/express.ts';
import { useUpload } from '../../api/queries.ts';
import { fieldRefusal } from '../../api/refusal.ts';
import { sentenceOf } from '../../app/queries.ts';
import { BatchResult } from './batch-result.tsx';
import { MOST_IN_SHEET, useSheet } from './use-sheet.ts';

/** Ships many orders by a table: download it, fill it in, upload it, see what became of each line. */
export function BatchDialog({ opened, onClose }: { opened: boolean; onClose: () => void }) {
  const { t } = useTranslation('shipping');
  return (
    <Modal opened={opened} onClose={onClose} title={t('batch.title')} size="lg">
      {opened && <Steps />}
    </Modal>
  );
}

function Steps() {
  const { t } = useTranslation('shipping');
  const { waiting, save } = useSheet();
  const ship = useUpload(uploadExpressNumbers, { quiet: true });
  const choose = (file: File | null) => {
    if (file !== null) ship.mutate({ file });
  };
  return (
    <Stack gap="lg">
      <List type="ordered" spacing="lg" styles={{ itemWrapper: { width: '100%' } }}>
        <Step title={t('batch.first')} text={t('batch.firstText')}>
          <Group gap="sm">
            <Button
              variant="default"
              leftSection={<IconDownload size={18} aria-hidden />}
              disabled={waiting === undefined || waiting === 0}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {t('batch.download')}
            </Button>
            <Text className="hint">
              {waiting === 0 && t('batch.nothing')}
              {waiting !== undefined && waiting > MOST_IN_SHEET && t('batch.most', { count: MOST_IN_SHEET })}
            </Text>
          </Group>
        </Step>
        <Step title={t('batch.second')} text={t('batch.secondText')} />
        <Step title={t('batch.third')} text={t('batch.thirdText')}>
          <FileButton accept=".csv,.txt,text/csv,text/plain" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                leftSection={<IconUpload size={18} aria-hidden />}
                loading={ship.isPending}
                variant={ship.data === undefined ? 'filled' : 'default'}
              >
                {t(ship.data === undefined ? 'batch.choose' : 'batch.again')}
              </Button>
            )}
          </FileButton>
          {ship.error !== null && (
            <Text role="alert" c="var(--mantine-color-error)" size="sm">
              {fieldRefusal(ship.error, 'file') ?? sentenceOf(ship.error)}
            </Text>
          )}
        </Step>
      </List>
      {ship.data !== undefined && <BatchResult report={ship.data} />}
    </Stack>
  );
}

function Step({ title, text, children }: { title: string; text: string; children?: React.ReactNode }) {
  return (
    <List.Item>
      <Stack gap="xs">
        <div>
          <Text fw={650}>{title}</Text>
          <Text className="hint">{text}</Text>
        </div>
        {children}
      </Stack>
    </List.Item>
  );
}
