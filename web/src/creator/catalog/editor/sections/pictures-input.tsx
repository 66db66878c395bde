import { ActionIcon, Button, FileButton, Input, SimpleGrid, Text } from '@mantine/core';
import { IconGripVertical, IconPhotoPlus, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { uploadPicture } from '#services/contract/media/upload-forms.ts';
import { useUpload } from '../../../../api/queries.ts';
import { sentenceOf } from '../../../../app/queries.ts';
import { useReorder } from '../../../../components/forms/use-reorder.ts';
import { Picture } from '../../../../components/pictures/picture.tsx';
import classes from './pictures-input.module.css';

/** Of one plan; the server refuses more. */
const MAX_COUNT = 9;
const MAX_MB = 10;
const BYTES_A_MB = 1024 * 1024;

interface Props {
  label: string;
  hint: string;
  /** Addresses, in their order. */
  value: readonly string[];
  onChange: (change: (before: readonly string[]) => string[]) => void;
  /** Width ÷ height, as fans see them. */
  ratio: number;
  error: ReactNode;
}

/** Several pictures: adds, removes, and moves them by dragging or arrow keys. */
export function PicturesInput({ label, hint, value, onChange, ratio, error }: Props) {
  const { t } = useTranslation(['catalog-editor', 'shell']);
  const upload = useUpload(uploadPicture, { refresh: false, quiet: true });
  const [trouble, setTrouble] = useState<string>();
  const { row, handle } = useReorder({ axis: 'x', ids: value, onOrder: (ids) => onChange(() => ids) });
  const choose = async (files: File[]) => {
    const room = MAX_COUNT - value.length;
    setTrouble(files.length > room ? t('pics.tooMany', { max: MAX_COUNT }) : undefined);
    // One after the other, so that they keep their order.
    for (const file of files.slice(0, room)) {
      if (!file.type.startsWith('image/')) setTrouble(t('shell:upload.notPicture'));
      else if (file.size > MAX_MB * BYTES_A_MB) setTrouble(t('shell:upload.tooLarge', { size: MAX_MB }));
      else {
        const added = await upload.mutateAsync({ file }).catch((refused: unknown) => {
          setTrouble(sentenceOf(refused));
          return undefined;
        });
        if (added) onChange((before) => (before.includes(added.url) ? [...before] : [...before, added.url]));
      }
    }
  };
  return (
    <Input.Wrapper label={label} labelElement="div" labelProps={{ display: 'block' }} error={error}>
      {value.length > 0 && (
        <SimpleGrid component="ol" cols={{ base: 3, xs: 4, md: 5 }} spacing="xs" className={classes.list}>
          {value.map((address, at) => {
            const where = { at: at + 1, count: value.length };
            return (
              <li key={address} {...row(address)}>
                <Picture
                  src={address}
                  alt={t('shell:gallery.alt', where)}
                  seed={address}
                  ratio={ratio}
                  radius={10}
                />
                <ActionIcon
                  className={classes.move}
                  variant="default"
                  size={30}
                  aria-label={t('pics.move', where)}
                  {...handle(address)}
                >
                  <IconGripVertical size={18} aria-hidden />
                </ActionIcon>
                <ActionIcon
                  className={classes.remove}
                  variant="default"
                  size={30}
                  aria-label={t('pics.remove', where)}
                  onClick={() => onChange((before) => before.filter((one) => one !== address))}
                >
                  <IconX size={18} aria-hidden />
                </ActionIcon>
              </li>
            );
          })}
        </SimpleGrid>
      )}
      <FileButton
        multiple
        accept="image/png,image/jpeg,image/gif,image/webp"
        onChange={(files) => void choose(files)}
      >
        {(props) => (
          <Button
            {...props}
            variant="default"
            size="xs"
            loading={upload.isPending}
            disabled={value.length >= MAX_COUNT}
            leftSection={<IconPhotoPlus size={16} aria-hidden />}
          >
            {t('pics.add')}
          </Button>
        )}
      </FileButton>
      <Text
        size="xs"
        c={trouble === undefined ? 'dimmed' : 'var(--mantine-color-error)'}
        mt={4}
        role="status"
      >
        {trouble ?? `${t('pics.count', { count: value.length, max: MAX_COUNT })} ${hint}`}
      </Text>
    </Input.Wrapper>
  );
}
