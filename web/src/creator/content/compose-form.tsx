import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconDeviceFloppy, IconEye } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useRef, useState } from 'react';
import { POST_STATUS } from '#events/status.ts';
import { type Post, publishPost } from '#services/contract/content/posts.ts';
import { useCall } from '../../api/queries.ts';
import { untilLoaded } from '../../app/load-part.ts';
import { useConfirm } from '../../components/confirm.tsx';
import { filesOf } from '../../components/content/post-renewal.ts';
import { type FormErrors, refusedFields } from '../../components/forms/refused-fields.ts';
import { ServerForm } from '../../components/forms/server-form.tsx';
import { useServerForm } from '../../components/forms/use-server-form.ts';
import { useKnownFiles } from '../../components/media/upload/use-known-files.ts';
import { useUploads } from '../../components/media/upload/use-uploads.ts';
import { useLocale } from '../../language/use-locale.ts';
import { AudiencePart } from './audience-part.tsx';
import { FilesPart } from './files-part.tsx';
import { LeaveDialog, useLeaving } from './leaving.tsx';
import { OptionsPart } from './options-part.tsx';
import { postErrors } from './post-errors.ts';
import { draftOf, inAlbums, NEW_POST, postRequest, postValuesOf, votePictures } from './post-values.ts';
import { TermsChange } from './terms-change.tsx';
import { TextPart } from './text-part.tsx';
import { useKeptText } from './use-kept-text.ts';
import { VotePart } from './votes/vote-part.tsx';

const PostPreview = lazy(() => untilLoaded(() => import('./preview/post-preview.tsx')));

/** What has been done, by the status that the post has then. */
const DONE = {
  [POST_STATUS.normal]: 'publish',
  [POST_STATUS.scheduled]: 'schedule',
  [POST_STATUS.draft]: 'draft',
  [POST_STATUS.hidden]: 'save',
  [POST_STATUS.deleted]: 'save',
} as const;

/** Fields of the files show their refusals. */
const FILE_FIELDS = ['cover', 'pics', 'audio', 'video', 'captions', 'attachment'] as const;

/** In the request the files are in `media`. */
function refusedFieldsOf(error: unknown): FormErrors | undefined {
  const fields = Object.entries(refusedFields(error) ?? {});
  const renamed = fields.map(([field, sentence]) => [field.replace(/^media\./, ''), sentence]);
  return fields.length === 0 ? undefined : Object.fromEntries(renamed);
}

interface Props {
  /** Undefined for a new post. */
  saved: Post | undefined;
  /** Chosen in a new post. */
  album_ids: readonly string[];
  /** Whose text is kept on the device. */
  user_id: string;
}

/** Writes a post, says who can read it and when, and publishes it. */
export function ComposeForm({ saved, album_ids, user_id }: Props) {
  const { t, formats } = useLocale([
    'content-compose',
    'content',
    'content-preview',
    'media',
    'content-vote-edit',
  ]);
  const navigate = useNavigate();
  const [initial] = useState(() =>
    saved === undefined ? inAlbums(NEW_POST, album_ids) : postValuesOf(saved),
  );
  const kept = useKeptText(user_id, saved?.post_id, initial);
  const asDraft = useRef(false);
  const [previewed, setPreviewed] = useState(false);
  const uploads = useUploads();
  const [shown] = useState(() => (saved === undefined ? [] : filesOf(saved)));
  const { confirm, dialog } = useConfirm();
  const isPublished =
    saved !== undefined && saved.status !== POST_STATUS.scheduled && saved.status !== POST_STATUS.draft;
  const send = useCall(publishPost, { quiet: true });
  const form = useServerForm({
    initialValues: kept.first ? inAlbums(kept.first, album_ids) : initial,
    validate: (values) => postErrors(values, { t, isPublished, obstacle: uploads.obstacle }),
    send,
    requestOf: (values) => postRequest(values, { saved, draft: asDraft.current }),
    names: { plan_ids: 'named', skus: 'named' },
    shows: FILE_FIELDS,
    fieldsOf: refusedFieldsOf,
    saved: ({ post }) => t(`done.${isPublished ? 'save' : DONE[post.status]}`),
    onDone: ({ post: { post_id } }) => {
      kept.forget();
      leaving.allow();
      return navigate({ to: '/p/$postId', params: { postId: post_id } });
    },
  });
  const { values } = form;
  const { cover, pics, audio, video, captions, attachment } = values;
  const files = useKnownFiles(shown, [
    cover,
    ...pics,
    audio,
    video,
    captions,
    attachment,
    ...votePictures(values),
  ]);
  const isChanged = JSON.stringify(values) !== JSON.stringify(initial);
  kept.follow(values, isChanged);
  const leaving = useLeaving(isChanged || uploads.items.length > 0);
  const hasPictures =
    uploads.items.some(({ kind }) => kind === 'picture') ||
    values.pics.some((file_id) => !initial.pics.includes(file_id));
  const discard = () => {
    uploads.queue.cancelAll();
    kept.forget();
    form.setValues(initial);
    form.clearErrors();
  };
  const askToDiscard = () =>
    hasPictures
      ? confirm({ text: t('leave.askPictures'), yes: t('submit.discard'), onYes: discard })
      : discard();
  const action = isPublished ? 'save' : values.publish_time === '' ? 'publish' : 'schedule';
  return (
    <>
      <ServerForm
        form={form}
        gap="lg"
        left
        submit={t(`submit.${action}`)}
        button={{
          onClick: () => {
            asDraft.current = false;
          },
        }}
        beside={
          <>
            {saved !== undefined && !isPublished && (
              <Button
                type="submit"
                variant="default"
                disabled={form.sending}
                onClick={() => {
                  asDraft.current = true;
                }}
              >
                {t(saved.status === POST_STATUS.draft ? 'submit.saveDraft' : 'submit.draft')}
              </Button>
            )}
            <Button
              variant="default"
              leftSection={<IconEye size={18} aria-hidden />}
              // The fields say what is missing.
              onClick={() => setPreviewed(!form.validate().hasErrors)}
            >
              {t('content-preview:title')}
            </Button>
          </>
        }
      >
        {kept.restoredAt !== undefined && isChanged && (
          <Alert icon={<IconDeviceFloppy aria-hidden />}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{t('kept.restored', { time: formats.shortTime(kept.restoredAt / 1000) })}</Text>
              <Button size="xs" variant="default" onClick={askToDiscard}>
                {t('submit.discard')}
              </Button>
            </Group>
          </Alert>
        )}
        <Stack gap="lg">
          <TextPart form={form} />
          <FilesPart form={form} uploads={uploads} files={files} />
          <VotePart form={form} isPublished={isPublished} uploads={uploads} files={files} />
          <AudiencePart form={form} />
          {isPublished && <TermsChange post_id={saved.post_id} saved={initial} values={values} />}
          <OptionsPart form={form} isPublished={isPublished} />
        </Stack>
        {kept.isFull && <Alert color="orange">{t('kept.full')}</Alert>}
      </ServerForm>
      {previewed && (
        <Suspense>
          <PostPreview
            body={draftOf(postRequest(values, { saved, draft: false }))}
            post_id={saved?.post_id}
            onClose={() => setPreviewed(false)}
          />
        </Suspense>
      )}
      <LeaveDialog leaving={leaving} hasPictures={hasPictures} />
      {dialog}
    </>
  );
}
