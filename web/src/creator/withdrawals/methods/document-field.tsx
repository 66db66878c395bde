import { Button, FileButton, Group, Input, Text } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadIdentityDocument } from '#services/contract/withdrawals/withdraw-methods.ts';
import { useUpload } from '../../../api/queries.ts';
import { sentenceOf } from '../../../app/queries.ts';
import { refusedFields } from '../../../components/forms/refused-fields.ts';
import { isIdentity } from './bank-rules.ts';

/** Creator specification 9. */
const MAX_MB = 1;
const BYTES_A_MB = 1024 * 1024;

interface Props {
  side: 'FRONT' | 'BACK';
  /** Of the identity card: it has to be there first. */
  number: string;
  /** File id, or empty. */
  value: string;
  onFile: (file_id: string) => void;
  error?: ReactNode;
}

/** One side of the identity card, uploaded on selection; it is not shown again. */
export function DocumentField({ side, number, value, onFile, error }: Props) {
  const { t } = useTranslation('withdrawals-methods');
  const upload = useUpload(uploadIdentityDocument, { quiet: true, refresh: false });
  const [trouble, setTrouble] = useState<string>();
  const what = t(side === 'FRONT' ? 'identity.front' : 'identity.back');
  const size = `${MAX_MB} MB`;
  const choose = (file: File | null) => {
    if (file === null) return;
    if (!isIdentity(number)) return setTrouble(t('identity.numberFirst'));
    if (file.size > MAX_MB * BYTES_A_MB) return setTrouble(t('identity.tooLarge', { size }));
    setTrouble(undefined);
    upload.mutate(
      { file, fields: { identity_no: number, card_side: side } },
      {
        onSuccess: ({ fileId }) => onFile(fileId),
        onError: (refusal) => {
          const [first] = Object.values(refusedFields(refusal) ?? {});
          setTrouble(first ?? sentenceOf(refusal));
        },
      },
    );
  };
  return (
    <Input.Wrapper label={what} labelElement="div" withAsterisk error={trouble ?? error}>
      <Group gap="sm">
        <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={choose}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={upload.isPending}>
              {t(value === '' ? 'identity.upload' : 'identity.change', { what })}
            </Button>
          )}
        </FileButton>
        {value !== '' && (
          <Group gap={4} role="status">
            <IconCheck size={16} aria-hidden />
            <Text size="sm">{t('identity.taken')}</Text>
          </Group>
        )}
        <Text className="footnote">{t('identity.hint', { size })}</Text>
      </Group>
    </Input.Wrapper>
  );
}
