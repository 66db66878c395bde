import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconPaperclip, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { completeUpload, getUploadParts, type OwnFile, signUpload } from '#services/contract/media/media.ts';
import { call } from '../../../api/client.ts';
import { useMutation } from '../../../api/queries.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { refusedFields } from '../../../components/forms/refused-fields.ts';

/** Uploads a file of any type part by part. */
async function uploadAttachment(file: File): Promise<OwnFile> {
  let { file_id, part_bytes, parts, arrived, puts } = await call(signUpload, {
    kind: 'attachment',
    name: file.name,
    bytes: file.size,
  });
  while (arrived.length < parts) {
    for (const { part, url, headers } of puts) {
      const body = file.slice((part - 1) * part_bytes, part * part_bytes);
      const answer = await fetch(url, { method: 'PUT', body, headers });
      if (!answer.ok) throw new Error(`part ${part} was refused: ${answer.status}`);
    }
    ({ arrived, puts } = await call(getUploadParts, { file_id }));
  }
  return call(completeUpload, { file_id });
}

interface Props {
  value: string;
  /** Name of the saved file. */
  saved: string | undefined;
  onChange: (file_id: string) => void;
  error?: string | undefined;
}

/** The file that buyers of a model can download. */
export function AttachmentInput({ value, saved, onChange, error }: Props) {
  const { t } = useTranslation('catalog-editor');
  const [name, setName] = useState(saved);
  const send = useMutation({ mutationFn: uploadAttachment, meta: { quiet: true, refresh: false } });
  const problem = send.error
    ? t('attachment.failed', {
        name: send.variables?.name,
        reason: Object.values(refusedFields(send.error) ?? {})[0] ?? sentenceOf(send.error),
      })
    : error;
  const choose = (file: File | null) =>
    file &&
    send.mutate(file, {
      onSuccess: (made) => {
        setName(made.name);
        onChange(made.file_id);
      },
      onError: () => undefined,
    });
  return (
    <Input.Wrapper
      label={t('attachment.label')}
      labelElement="div"
      description={t('attachment.text')}
      error={problem}
    >
      <Group gap="xs" mt={4}>
        {value !== '' && (
          <Text size="sm" style={{ overflowWrap: 'anywhere', flex: '1 1 160px' }}>
            <IconPaperclip size={14} aria-hidden /> {name}
          </Text>
        )}
        <FileButton onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={send.isPending}>
              {t(value === '' ? 'attachment.add' : 'attachment.replace')}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Button
            variant="subtle"
            color="red.9"
            size="xs"
            leftSection={<IconTrash size={14} aria-hidden />}
            onClick={() => onChange('')}
          >
            {t('attachment.remove')}
          </Button>
        )}
      </Group>
    </Input.Wrapper>
  );
}
