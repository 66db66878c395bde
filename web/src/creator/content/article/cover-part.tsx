import { IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#services/contract/media/media.ts';
import { FileField } from '../../../components/media/upload/file-field.tsx';
import { UploadRows } from '../../../components/media/upload/upload-rows.tsx';
import { useKnownFiles } from '../../../components/media/upload/use-known-files.ts';
import type { Uploads } from '../../../components/media/upload/use-uploads.ts';
import { Section } from '../../../components/section.tsx';

interface Props {
  /** The cover of the saved article. */
  saved: ShownFile | null;
  value: string;
  onChange: (file_id: string) => void;
  uploads: Uploads;
  error: React.ReactNode;
}

/** The picture above an article, which everybody sees. */
export function CoverPart({ saved, value, onChange, uploads, error }: Props) {
  const { t } = useTranslation('content-compose');
  const { fileOf, add } = useKnownFiles(saved === null ? [] : [saved], [value]);
  return (
    <Section title={t('files.cover')}>
      <FileField
        kind="picture"
        label={t('files.cover')}
        hint={t('files.coverHint')}
        add={t('files.coverAdd')}
        icon={<IconPhoto size={18} aria-hidden />}
        value={value}
        fileOf={fileOf}
        uploads={uploads}
        onAdd={(file) => {
          add(file);
          onChange(file.file_id);
        }}
        onRemove={() => onChange('')}
        error={error}
      />
      <UploadRows uploads={uploads} />
    </Section>
  );
}
