import { Alert, CloseButton, Group, Stack, Text } from '@mantine/core';
import { IconUpload } from '@tabler/icons-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { deleteFile } from '#services/contract/media/media.ts';
import { useCall } from '../../../api/queries.ts';
import { useStudioCreatorId } from '../../../app/session.ts';
import { sizeWords } from '../amounts.ts';
import { begunUploads } from './begun-uploads.ts';

/** Large files whose upload a reload has interrupted: each goes on when it is chosen again. */
export function Interrupted() {
  const { t } = useTranslation('media');
  const owner = useStudioCreatorId();
  const [uploads] = useState(() => begunUploads(owner));
  const shown = useSyncExternalStore(uploads.subscribe, uploads.interrupted);
  const remove = useCall(deleteFile, { quiet: true, refresh: false });
  if (shown.length === 0) return null;
  return (
    <Alert icon={<IconUpload aria-hidden />} title={t('interrupted.title')}>
      <Stack gap="xs">
        {shown.map(({ file_id, name, bytes, sent }) => (
          <Group key={file_id} justify="space-between" wrap="nowrap" gap="xs">
            <Text size="sm" className="figures" style={{ overflowWrap: 'anywhere' }}>
              {t('interrupted.text', { name, sent: sizeWords(sent), bytes: sizeWords(bytes) })}
            </Text>
            <CloseButton
              aria-label={t('interrupted.forget', { name })}
              onClick={() => {
                uploads.forget(file_id);
                remove.mutate({ file_id });
              }}
            />
          </Group>
        ))}
      </Stack>
    </Alert>
  );
}
