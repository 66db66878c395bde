import { ActionIcon, Input } from '@mantine/core';
import {
  IconChevronLeft,
  IconChevronRight,
  IconGripVertical,
  IconPhotoPlus,
  IconX,
} from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useReorder } from '../../forms/use-reorder.ts';
import { ChooseFile } from './choose-file.tsx';
import classes from './fields.module.css';
import type { SentFile } from './upload-queue.ts';
import { useChosen } from './use-chosen.ts';
import type { Uploads } from './use-uploads.ts';

interface Props {
  label: string;
  /** Files by their ids, in their order. */
  value: readonly string[];
  max: number;
  fileOf: (file_id: string) => SentFile | undefined;
  uploads: Uploads;
  onAdd: (file: SentFile) => void;
  onChange: (value: string[]) => void;
  error?: ReactNode;
}

/** Pictures in a row: added, removed, and put in order by dragging, arrow keys or buttons. */
export function PicturesField(props: Props) {
  const { label, value, max, fileOf, uploads, onAdd, onChange, error } = props;
  const { t } = useTranslation('media');
  const { row, handle, moveBy } = useReorder({ axis: 'x', ids: value, onOrder: onChange });
  const running = uploads.items.filter(({ kind, phase }) => kind === 'picture' && phase !== 'failed').length;
  const room = max - value.length - running;
  const { choose, problem } = useChosen('picture', uploads, onAdd);
  const [isTooMany, setTooMany] = useState(false);
  const add = (files: File[]) => {
    setTooMany(files.length > room);
    choose(files.slice(0, room));
  };
  return (
    <Input.Wrapper
      label={label}
      labelElement="div"
      description={t('picture.count', { count: value.length, max })}
      error={problem ?? (isTooMany ? t('picture.tooMany', { max }) : error)}
      inputWrapperOrder={['label', 'description', 'input', 'error']}
    >
      {value.length > 0 && (
        <ol className={classes.pictures}>
          {value.map((file_id, at) => {
            const where = { at: at + 1, count: value.length };
            return (
              <li key={file_id} {...row(file_id)}>
                <Preview src={fileOf(file_id)?.preview ?? ''} alt={t('picture.alt', where)} />
                <ActionIcon
                  className={classes.remove}
                  variant="default"
                  size={28}
                  aria-label={t('picture.remove', where)}
                  onClick={() => onChange(value.filter((one) => one !== file_id))}
                >
                  <IconX size={16} aria-hidden />
                </ActionIcon>
                <div className={classes.order}>
                  <ActionIcon
                    variant="default"
                    size={28}
                    aria-label={t('picture.before', where)}
                    disabled={at === 0}
                    onClick={() => moveBy(file_id, -1)}
                  >
                    <IconChevronLeft size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={28}
                    aria-label={t('picture.move', where)}
                    {...handle(file_id)}
                  >
                    <IconGripVertical size={16} aria-hidden />
                  </ActionIcon>
                  <ActionIcon
                    variant="default"
                    size={28}
                    aria-label={t('picture.after', where)}
                    disabled={at === value.length - 1}
                    onClick={() => moveBy(file_id, 1)}
                  >
                    <IconChevronRight size={16} aria-hidden />
                  </ActionIcon>
                </div>
              </li>
            );
          })}
        </ol>
      )}
      <ChooseFile
        kind="picture"
        multiple
        label={t('picture.add')}
        icon={<IconPhotoPlus size={18} aria-hidden />}
        disabled={room <= 0}
        onFiles={add}
      />
    </Input.Wrapper>
  );
}

/** A picture that was sent from here, or that the server shows; nothing while it is not known. */
function Preview({ src, alt }: { src: string; alt: string }) {
  const [failed, setFailed] = useState('');
  return (
    <span className={classes.preview}>
      {src !== '' && failed !== src && (
        <img src={src} alt={alt} draggable={false} onError={() => setFailed(src)} />
      )}
    </span>
  );
}
