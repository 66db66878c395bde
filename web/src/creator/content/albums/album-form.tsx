import { Button, MultiSelect, Switch, Textarea, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { ALBUM_STATUS } from '#events/status.ts';
import {
  type Album,
  deleteAlbum,
  editAlbum,
  MAX_ALBUM_TEXT,
  MAX_ALBUM_TITLE,
} from '#services/contract/content/albums.ts';
import { useCall } from '../../../api/queries.ts';
import { useProfile } from '../../../app/session.ts';
import { useConfirm } from '../../../components/confirm.tsx';
import { AlbumCover } from '../../../components/content/album-cover.tsx';
import { ServerForm } from '../../../components/forms/server-form.tsx';
import { useServerForm } from '../../../components/forms/use-server-form.ts';
import { Section } from '../../../components/section.tsx';
import { PictureInput } from '../../picture-input.tsx';
import { namedOf, namedSku } from '../post-values.ts';
import { useNameable } from '../use-nameable.ts';

const LEAST = { width: 320, height: 320 };

/** Title, text, cover, who reads it, and whether others see it. */
export function AlbumForm({ saved }: { saved: Album | undefined }) {
  const { t } = useTranslation(['content-albums', 'content-compose']);
  const navigate = useNavigate();
  const slug = useProfile()?.user.url_slug;
  const { confirm, dialog } = useConfirm();
  const remove = useCall(deleteAlbum);
  const form = useServerForm({
    initialValues: {
      title: saved?.title ?? '',
      content: saved?.content ?? '',
      cover: saved?.cover ?? '',
      named: [
        ...(saved?.plan_ids ?? []),
        ...(saved?.skus ?? []).map(({ plan_id, sku_id }) => namedSku(plan_id, sku_id)),
      ],
      hidden: saved?.status === ALBUM_STATUS.hidden,
    },
    send: useCall(editAlbum, { quiet: true }),
    requestOf: ({ named, hidden, ...values }) => ({
      ...values,
      ...(saved && { album_id: saved.album_id }),
      ...namedOf(named),
      status: hidden ? ALBUM_STATUS.hidden : ALBUM_STATUS.normal,
    }),
    names: { plan_ids: 'named', skus: 'named' },
    saved: t('saved'),
    onDone: ({ album: { album_id } }) =>
      saved ? undefined : navigate({ to: '/edit/album', search: { album_id } }),
  });
  const deleted = () =>
    saved &&
    remove.mutate(
      { album_id: saved.album_id },
      { onSuccess: () => void navigate(slug ? { to: '/a/$slug/album', params: { slug } } : { to: '/' }) },
    );
  return (
    <>
      <ServerForm
        form={form}
        gap="lg"
        left
        submit={t(saved ? 'save' : 'create')}
        beside={
          saved && (
            <Button
              variant="default"
              loading={remove.isPending}
              onClick={() => confirm({ text: t('delete.text'), yes: t('delete.yes'), onYes: deleted })}
            >
              {t('delete.yes')}
            </Button>
          )
        }
      >
        <Section title={t('about')}>
          <TextInput
            label={t('field.title')}
            required
            maxLength={MAX_ALBUM_TITLE}
            {...form.getInputProps('title')}
          />
          <Textarea
            label={t('field.content')}
            autosize
            minRows={2}
            maxRows={10}
            maxLength={MAX_ALBUM_TEXT}
            {...form.getInputProps('content')}
          />
          <PictureInput
            label={t('field.cover')}
            hint={t('field.coverHint')}
            least={LEAST}
            value={form.values.cover}
            onChange={(cover) => form.setFieldValue('cover', cover)}
            error={form.getInputProps('cover').error}
          >
            <AlbumCover cover={form.values.cover} size={96} />
          </PictureInput>
        </Section>
        <Section title={t('who.title')} text={t('who.text')}>
          <MultiSelect
            label={t('who.label')}
            searchable
            clearable
            clearButtonProps={{ 'aria-label': t('content-compose:who.namedEmpty') }}
            placeholder={form.values.named.length === 0 ? t('who.none') : ''}
            nothingFoundMessage={t('content-compose:who.nothing')}
            data={useNameable(form.values.named)}
            {...form.getInputProps('named')}
          />
          <Switch
            label={t('field.hidden')}
            description={t('field.hiddenHint')}
            {...form.getInputProps('hidden', { type: 'checkbox' })}
          />
        </Section>
      </ServerForm>
      {dialog}
    </>
  );
}
