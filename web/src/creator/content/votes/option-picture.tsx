import { ActionIcon, FileButton, Text } from '@mantine/core';
import { IconPhotoPlus } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { acceptOf } from '../../../components/media/upload/file-limits.ts';
import type { SentFile } from '../../../components/media/upload/upload-queue.ts';
import { useChosen } from '../../../components/media/upload/use-chosen.ts';
import type { Uploads } from '../../../components/media/upload/use-uploads.ts';
import classes from './option-picture.module.css';

interface Props {
  /** Of the option, from 1. */
  number: number;
  /** Id of the file; empty for none. */
  value: string;
  fileOf: (file_id: string) => SentFile | undefined;
  uploads: Uploads;
  onAdd: (file: SentFile) => void;
  onRemove: () => void;
}

/** The picture of an option: chosen, shown small, and removed by a click on it. */
export function OptionPicture({ number, value, fileOf, uploads, onAdd, onRemove }: Props) {
  const { t } = useTranslation('content-vote-edit');
  const { choose, problem } = useChosen('picture', uploads, onAdd);
  const accept = acceptOf('picture');
  if (value !== '')
    return (
      <button
        type="button"
        className={classes.picture}
        aria-label={t('removePicture', { number })}
        title={t('removePicture', { number })}
        onClick={onRemove}
      >
        <img src={fileOf(value)?.preview ?? ''} alt="" />
      </button>
    );
  return (
    <>
      <FileButton onChange={(file) => choose(file ? [file] : [])} {...(accept && { accept })}>
        {(props) => (
          <ActionIcon {...props} variant="default" size={36} aria-label={t('addPicture', { number })}>
            <IconPhotoPlus size={18} aria-hidden />
          </ActionIcon>
        )}
      </FileButton>
      {problem !== undefined && (
        <Text role="alert" size="xs" c="var(--mantine-color-error)">
          {problem}
        </Text>
      )}
    </>
  );
}
