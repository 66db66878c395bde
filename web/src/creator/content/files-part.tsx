import { SimpleGrid, Stack, Switch } from '@mantine/core';
import { IconBadgeCc, IconMicrophone, IconMovie, IconPaperclip, IconPhoto } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { POST_TYPE } from '#events/status.ts';
import { MAX_PICS } from '#services/contract/content/posts.ts';
import { FileField } from '../../components/media/upload/file-field.tsx';
import { Interrupted } from '../../components/media/upload/interrupted.tsx';
import { PicturesField } from '../../components/media/upload/pictures-field.tsx';
import type { SentFile } from '../../components/media/upload/upload-queue.ts';
import { UploadRows } from '../../components/media/upload/upload-rows.tsx';
import type { KnownFiles } from '../../components/media/upload/use-known-files.ts';
import type { Uploads } from '../../components/media/upload/use-uploads.ts';
import { Section } from '../../components/section.tsx';
import type { ComposeFormState } from './compose-form-state.ts';
import { isGated } from './post-values.ts';

const SINGLE = [
  { field: 'audio', kind: 'audio', Icon: IconMicrophone },
  { field: 'video', kind: 'video', Icon: IconMovie },
  { field: 'attachment', kind: 'attachment', Icon: IconPaperclip },
] as const;
const CAPTIONS = { field: 'captions', kind: 'attachment', Icon: IconBadgeCc, accept: '.vtt' } as const;
const COVER = { field: 'cover', kind: 'picture', Icon: IconPhoto } as const;

type Field = 'cover' | 'captions' | (typeof SINGLE)[number]['field'];

interface Props {
  form: ComposeFormState;
  uploads: Uploads;
  files: KnownFiles;
}

/** The files of a post: pictures, audio, video, an attachment, and an article's cover. */
export function FilesPart({ form, uploads, files }: Props) {
  const { t } = useTranslation('content-compose');
  const { values } = form;
  const known = { fileOf: files.fileOf, uploads };
  const isArticle = values.type === POST_TYPE.article;
  const add = (field: Field, file: SentFile) => {
    files.add(file);
    form.setFieldValue(field, file.file_id);
    // A frame of the video is the cover of a post.
    if (file.poster !== undefined && !isArticle)
      uploads.queue.add('picture', [file.poster], (poster) => add('cover', poster));
  };
  const remove = (field: Field) => {
    form.setFieldValue(field, '');
    if (field === 'video' && !isArticle) form.setFieldValue('cover', '');
  };
  const fields = [...(isArticle ? [COVER] : []), ...SINGLE, ...(values.video === '' ? [] : [CAPTIONS])];
  return (
    <Section title={t('files.title')}>
      <Stack gap="md">
        <PicturesField
          label={t('files.pics')}
          value={values.pics}
          max={MAX_PICS}
          {...known}
          onAdd={(file: SentFile) => {
            files.add(file);
            form.setFieldValue('pics', (before) => [...before, file.file_id]);
          }}
          onChange={(pics) => form.setFieldValue('pics', pics)}
          error={form.errors.pics}
        />
        {values.pics.length > 0 && isGated(values) && (
          <Switch
            label={t('files.original')}
            description={t('files.originalHint')}
            {...form.getInputProps('original', { type: 'checkbox' })}
          />
        )}
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="md">
          {fields.map(({ field, kind, Icon, ...more }) => (
            <FileField
              key={field}
              kind={kind}
              {...more}
              label={t(`files.${field}`)}
              hint={t(`files.${field}Hint`)}
              add={t(`files.${field}Add`)}
              icon={<Icon size={18} aria-hidden />}
              value={values[field]}
              {...known}
              onAdd={(file) => add(field, file)}
              onRemove={() => remove(field)}
              error={form.errors[field]}
            />
          ))}
        </SimpleGrid>
        <Interrupted />
        <UploadRows uploads={uploads} />
      </Stack>
    </Section>
  );
}
