import { Alert, Button, Group, Paper, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { IconDeviceFloppy } from '@tabler/icons-react';
import { useNavigate } from '@tanstack/react-router';
import { lazy, Suspense, useCallback, useEffect, useRef, useState } from 'react';
import { POST_STATUS } from '#events/status.ts';
import type { getDraft } from '#services/contract/content/drafts.ts';
import { type Post, publishPost } from '#services/contract/content/posts.ts';
import type { DataOf } from '#services/contract/endpoint.ts';
import { useCall } from '../../../api/queries.ts';
import { untilLoaded } from '../../../app/load-part.ts';
import { refusedFields } from '../../../components/forms/refused-fields.ts';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Interrupted } from '../../../components/media/upload/interrupted.tsx';
import { useKnownFiles } from '../../../components/media/upload/use-known-files.ts';
import { useUploads } from '../../../components/media/upload/use-uploads.ts';
import { useLocale } from '../../../language/use-locale.ts';
import { type EditorHandle, RichEditor } from '../editor/rich-editor.tsx';
import { docOf } from '../editor/saved-doc.ts';
import { useDocument } from '../editor/use-document.ts';
import { useEditorFiles } from '../editor/use-editor-files.ts';
import { LeaveDialog, useLeaving } from '../leaving.tsx';
import { inAlbums, NEW_VOTE, votePictures } from '../post-values.ts';
import { useKeptText } from '../use-kept-text.ts';
import { VotePart } from '../votes/vote-part.tsx';
import classes from './article.module.css';
import { ArticleBar } from './article-bar.tsx';
import { articleErrors } from './article-errors.ts';
import { ArticleSettings } from './article-settings.tsx';
import { articleDraft, articleRequest, articleValuesOf, draftValues, NEW_ARTICLE } from './article-values.ts';
import { Conflict } from './conflict.tsx';
import { TitleField } from './title-field.tsx';
import { otherDraftIn, useDraft } from './use-draft.ts';

const PostPreview = lazy(() => untilLoaded(() => import('../preview/post-preview.tsx')));

interface Props {
  /** Undefined for a new article. */
  saved: Post | undefined;
  /** What is written and not published. */
  draft: DataOf<typeof getDraft> | undefined;
  /** Chosen in a new article. */
  album_ids: readonly string[];
  onCreated: (draft_id: string) => void;
  /** Whose text is kept on the device. */
  user_id: string;
}

const DONE = {
  [POST_STATUS.normal]: 'publish',
  [POST_STATUS.scheduled]: 'schedule',
  [POST_STATUS.draft]: 'draft',
  [POST_STATUS.hidden]: 'save',
  [POST_STATUS.deleted]: 'save',
} as const;

/** Writes an article: title, text, and in the drawer who can read it and when it is published. */
export function ArticleForm({ saved, draft: savedDraft, album_ids, user_id, onCreated }: Props) {
  const { t, formats } = useLocale(['content-compose', 'content-article', 'media', 'content-vote-edit']);
  const navigate = useNavigate();
  const [published] = useState(() => (saved === undefined ? NEW_ARTICLE : articleValuesOf(saved)));
  const [initial] = useState(() =>
    savedDraft ? draftValues(savedDraft.body, saved) : inAlbums(published, album_ids),
  );
  const kept = useKeptText(user_id, saved?.post_id ?? savedDraft?.draft_id ?? 'article', initial);
  const draft = useDraft({ draft: savedDraft, post: saved, saved: initial, onCreated, onSaved: kept.forget });
  const uploads = useUploads();

  const [opened, setOpened] = useState(false);
  const [previewed, setPreviewed] = useState(false);
  const editor = useRef<EditorHandle>(null);
  const asDraft = useRef(false);
  const isPublished =
    saved !== undefined && saved.status !== POST_STATUS.scheduled && saved.status !== POST_STATUS.draft;
  const waits =
    saved?.status === POST_STATUS.scheduled
      ? 'scheduled'
      : saved?.status === POST_STATUS.draft
        ? 'draft'
        : undefined;
  const send = useCall(publishPost, { quiet: true });
  const form = useServerForm({
    initialValues: kept.first ? inAlbums(kept.first, album_ids) : initial,
    validate: (values) => articleErrors(values, { t, isPublished }),
    send,
    requestOf: (values) => ({
      ...articleRequest(values, { saved, draft: asDraft.current }),
      ...draft.published(),
    }),
    names: { plan_ids: 'named', skus: 'named', content: 'rich', 'media.cover': 'cover' },
    shows: ['title', 'rich', 'cover'],
    saved: ({ post }) => t(`done.${isPublished ? 'save' : DONE[post.status]}`),
    // The page of the conflict says it.
    fieldsOf: (error) => (otherDraftIn(error) ? {} : refusedFields(error)),
    onRefused: (error) => {
      if (otherDraftIn(error)) setOpened(false);
      draft.refused(error);
    },
    onDone: ({ post: { post_id } }) => {
      kept.forget();
      leaving.allow();
      return navigate({ to: '/p/$postId', params: { postId: post_id } });
    },
  });
  const { values, setFieldValue } = form;
  const files = useEditorFiles(saved?.files ?? [], values.rich);
  const voteFiles = useKnownFiles([], votePictures(values));
  const onRich = useCallback((rich: string) => setFieldValue('rich', rich), [setFieldValue]);
  const document = useDocument({ files, rich: values.rich, onRich });
  const isUnsaved = !draft.isSaved(values) || values.publish_time !== initial.publish_time;
  kept.follow(values, isUnsaved);
  useEffect(() => draft.follow(values));
  const isSending = uploads.items.length > 0 || document.missing().length > 0;
  const leaving = useLeaving(isUnsaved || isSending);
  const discard = () => {
    kept.forget();
    form.setValues(initial);
    form.clearErrors();
    editor.current?.replace(docOf(initial.rich));
  };
  const sendAfter = (isFirst: boolean) => {
    if (!isFirst) return;
    form.submit();
    // It was changed while the last save was on its way.
    if (form.validate().hasErrors) draft.refused(undefined);
  };
  const submit = (takesBack: boolean) => {
    asDraft.current = takesBack;
    document.flush();
    const [missing] = document.missing();
    if (missing !== undefined || uploads.obstacle !== undefined) {
      const key =
        missing === undefined
          ? (uploads.obstacle ?? 'failed')
          : missing.phase === 'failed'
            ? 'failed'
            : missing.kind === 'picture'
              ? 'pictures'
              : 'files';
      return void notifications.show({ color: 'orange', message: t(`content-article:wait.${key}`) });
    }
    const { errors, hasErrors } = form.validate();
    // Title, text and vote are behind the drawer.
    const isBehind = (field: string) => field === 'title' || field === 'rich' || field.startsWith('vote');
    if (Object.keys(errors).some(isBehind)) setOpened(false);
    if (hasErrors) form.submit();
    else void draft.stop().then(sendAfter);
  };
  const { title, rich } = form.errors;
  const { other } = draft;
  if (other !== undefined) {
    const theirs = draftValues(other.body, saved);
    const take = () => {
      form.setValues(theirs);
      document.replace(theirs.rich);
      draft.settle(theirs, false);
    };
    return (
      <Conflict
        mine={values}
        theirs={theirs}
        saved_at={other.saved_at}
        onKeep={() => draft.settle(values, true)}
        onTake={take}
      />
    );
  }
  return (
    <Paper withBorder className={classes.page}>
      <ArticleBar
        rich={values.rich}
        state={draft.failed ? 'failed' : isUnsaved ? 'changed' : 'saved'}
        savedAt={draft.savedAt}
        isPublished={isPublished}
        onPreview={() => {
          document.flush();
          setPreviewed(true);
        }}
        onSettings={() => setOpened(true)}
        onSave={() => submit(false)}
        saving={form.sending}
      />
      <Stack gap="lg" className={classes.paper} inert={form.sending}>
        {kept.restoredAt !== undefined && isUnsaved && (
          <Alert icon={<IconDeviceFloppy aria-hidden />}>
            <Group justify="space-between" gap="xs">
              <Text size="sm">{t('kept.restored', { time: formats.shortTime(kept.restoredAt / 1000) })}</Text>
              <Button size="xs" variant="default" onClick={discard}>
                {t('submit.discard')}
              </Button>
            </Group>
          </Alert>
        )}
        <Interrupted />
        {kept.isFull && <Alert color="orange">{t('kept.full')}</Alert>}
        <TitleField
          value={values.title}
          error={title}
          onChange={(next) => setFieldValue('title', next)}
          onDone={() => editor.current?.focus()}
        />
        {rich !== undefined && (
          <Text role="alert" size="sm" c="var(--mantine-color-error)">
            {rich}
          </Text>
        )}
        <RichEditor
          doc={document.doc()}
          files={files}
          label={t('field.content')}
          onDoc={document.onDoc}
          onVote={() => !isPublished && setFieldValue('vote', values.vote ?? NEW_VOTE)}
          ref={editor}
        />
        {values.vote !== null && (
          <VotePart form={form} isPublished={isPublished} uploads={uploads} files={voteFiles} />
        )}
      </Stack>
      <ArticleSettings
        opened={opened}
        onClose={() => setOpened(false)}
        form={form}
        isPublished={isPublished}
        waits={waits}
        onSubmit={submit}
        uploads={uploads}
        cover={saved?.cover ?? null}
      />
      {previewed && (
        <Suspense>
          <PostPreview
            body={articleDraft(values, saved)}
            post_id={saved?.post_id}
            onClose={() => setPreviewed(false)}
          />
        </Suspense>
      )}
      <LeaveDialog leaving={leaving} />
    </Paper>
  );
}
