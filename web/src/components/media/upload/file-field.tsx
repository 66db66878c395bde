import { ActionIcon, Input, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaKind } from '#services/contract/media/media.ts';
import { durationWords, sizeWords } from '../amounts.ts';
import { ChooseFile } from './choose-file.tsx';
import classes from './fields.module.css';
import type { SentFile } from './upload-queue.ts';
import { useChosen } from './use-chosen.ts';
import type { Uploads } from './use-uploads.ts';

interface Props {
  kind: MediaKind;
  label: string;
  hint?: string;
  /** Endings that the chooser offers, where the kind has more. */
  accept?: string;
  /** Text of the button. */
  add: string;
  icon: ReactNode;
  /** Id of the file; empty for none. */
  value: string;
  fileOf: (file_id: string) => SentFile | undefined;
  uploads: Uploads;
  onAdd: (file: SentFile) => void;
  onRemove: () => void;
  error?: ReactNode;
}

/** One file: chosen, shown with name and size, and removed. */
export function FileField(props: Props) {
  const { kind, label, hint, accept, add, icon, value, fileOf, uploads, onAdd, onRemove, error } = props;
  const { t } = useTranslation('media');
  const { choose, problem } = useChosen(kind, uploads, onAdd);
  const file = value === '' ? undefined : fileOf(value);
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={hint}
      error={problem ?? error}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {value === '' ? (
        <div>
          <ChooseFile kind={kind} {...(accept && { accept })} label={add} icon={icon} onFiles={choose} />
        </div>
      ) : (
        <div className={classes.file}>
          {file !== undefined && file.preview !== '' ? (
            <img src={file.preview} alt="" className={classes.thumb} />
          ) : (
            <span className={classes.fileIcon}>{icon}</span>
          )}
          <div className={classes.fileText}>
            <Text fw={650} truncate title={file?.name}>
              {file?.name ?? t('upload.stored')}
            </Text>
            {file !== undefined && (
              <Text className="hint figures">
                {[sizeWords(file.bytes), ...(file.seconds > 0 ? [durationWords(file.seconds)] : [])].join(
                  ' · ',
                )}
              </Text>
            )}
          </div>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('upload.remove', { name: file?.name ?? '' })}
            onClick={onRemove}
          >
            <IconX size={18} aria-hidden />
          </ActionIcon>
        </div>
      )}
    </Input.Wrapper>
  );
}
