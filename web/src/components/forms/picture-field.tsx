import { Box, Button, FileButton, Group, Text } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadAvatar, uploadPicture } from '#services/contract/media/upload-forms.ts';
import { useUpload } from '../../api/queries.ts';

interface Props {
  /** The button's text. */
  label: string;
  preview: ReactNode;
  /** Called with the stored picture's address. */
  onPicture: (url: string) => void;
  /** Removes the picture; without it there is no such button. */
  onRemove?: (() => void) | undefined;
  /** The recommended format, next to the maximum size. */
  hint?: string;
  /** The preview fills the row, with the button below. */
  wide?: boolean;
  /** A person's picture, which has its own least size and no watermark. */
  avatar?: boolean;
  /** Pixels that it has at least. */
  least?: { width: number; height: number } | undefined;
}

const MAX_MB = 10;
const BYTES_A_MB = 1024 * 1024;

/** Chooses a picture, checks it, stores it, and hands its address on. */
export function PictureField(props: Props) {
  const { label, preview, onPicture, onRemove, hint, wide = false, avatar = false, least } = props;
  const { t } = useTranslation('shell');
  const upload = useUpload(avatar ? uploadAvatar : uploadPicture, { refresh: false });
  const [trouble, setTrouble] = useState<string>();
  const choose = async (file: File | null) => {
    if (file === null) return;
    if (!file.type.startsWith('image/')) return setTrouble(t('upload.notPicture'));
    if (file.size > MAX_MB * BYTES_A_MB) return setTrouble(t('upload.tooLarge', { size: MAX_MB }));
    // What the browser cannot read, the server decides.
    const size = least && (await createImageBitmap(file).catch(() => undefined));
    if (least && size && (size.width < least.width || size.height < least.height)) {
      return setTrouble(t('upload.tooSmall', least));
    }
    setTrouble(undefined);
    upload.mutate({ file }, { onSuccess: ({ url }) => onPicture(url) });
  };
  return (
    <Group wrap={wide ? 'wrap' : 'nowrap'}>
      {wide ? <Box w="100%">{preview}</Box> : preview}
      <div>
        <FileButton accept="image/png,image/jpeg,image/gif,image/webp" onChange={(file) => void choose(file)}>
          {(props) => (
            <Button {...props} variant="default" size="xs" loading={upload.isPending}>
              {label}
            </Button>
          )}
        </FileButton>
        {onRemove !== undefined && (
          <Button variant="subtle" color="gray" size="xs" ml={4} onClick={onRemove}>
            {t('upload.remove')}
          </Button>
        )}
        <Text
          size="xs"
          c={trouble === undefined ? 'dimmed' : 'var(--mantine-color-error)'}
          mt={4}
          role="status"
        >
          {trouble ?? hint ?? t('upload.pictureHint', { size: MAX_MB })}
        </Text>
      </div>
    </Group>
  );
}
