import { ActionIcon, Button, Group, Loader, Paper, Progress, Stack, Text, TextInput } from '@mantine/core';
import { IconMovie, IconMusic, IconPaperclip, IconPhoto, IconRefresh, IconX } from '@tabler/icons-react';
import { type NodeViewProps, NodeViewWrapper } from '@tiptap/react';
import { createContext, useContext } from 'react';
import { useTranslation } from 'react-i18next';
import type { MediaKind } from '#services/contract/media/media.ts';
import classes from './editor.module.css';
import { type EditorFile, type EditorFiles, useEditorFile } from './editor-files.ts';

/** The files of the document whose blocks these are. */
export const FilesContext = createContext<EditorFiles | undefined>(undefined);

function useFiles(): EditorFiles {
  const files = useContext(FilesContext);
  if (files === undefined) throw new Error('blocks of files are drawn inside of FilesContext');
  return files;
}

const ICONS: Readonly<Record<MediaKind, typeof IconPhoto>> = {
  picture: IconPhoto,
  audio: IconMusic,
  video: IconMovie,
  attachment: IconPaperclip,
};

interface FileProps {
  id: string;
  kind: MediaKind;
  onRemove: () => void;
}

/** How far a file is: its progress, or what stopped it, with the way to try again. */
function Sending({ id, file, onRemove }: { id: string; file: EditorFile; onRemove: () => void }) {
  const { t } = useTranslation('content-article');
  const files = useFiles();
  if (file.phase === 'ready') return null;
  const cancel = () => {
    files.cancel(id);
    onRemove();
  };
  return (
    <Group gap="xs" wrap="nowrap" className={classes.sending}>
      {file.phase === 'sending' ? (
        <Progress flex={1} value={file.percent} aria-label={t('file.sending', { name: file.name })} />
      ) : (
        <Text size="sm" flex={1} role="alert">
          {file.problem}
        </Text>
      )}
      {file.phase === 'failed' && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={() => files.retry(id)}
        >
          {t('file.retry')}
        </Button>
      )}
      <ActionIcon
        variant="default"
        size={30}
        onClick={cancel}
        aria-label={t('file.cancel', { name: file.name })}
      >
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}

/** One picture of the text. */
function EditedPicture({ id, onRemove, alt }: { id: string; onRemove: () => void; alt: string }) {
  const { t } = useTranslation('content-article');
  const file = useEditorFile(useFiles(), id);
  return (
    <div className={classes.picture}>
      {file?.url ? (
        <img src={file.url} alt={alt} draggable={false} />
      ) : (
        <Group className={classes.missing} justify="center" aria-label={t('file.preparing')}>
          {file === undefined ? <IconPhoto size={32} aria-hidden /> : <Loader size="sm" />}
        </Group>
      )}
      {file && <Sending id={id} file={file} onRemove={onRemove} />}
    </div>
  );
}

/** A picture with its description, which screen readers read, and its caption. */
export function PictureBlock({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { t } = useTranslation('content-article');
  const { file_id, alt, caption } = node.attrs;
  const field = (name: 'alt' | 'caption', value: string) => (
    <TextInput
      aria-label={t(`picture.${name}`)}
      placeholder={t(`picture.${name}`)}
      size="xs"
      flex="1 1 160px"
      maxLength={200}
      value={value}
      onChange={({ currentTarget }) => updateAttributes({ [name]: currentTarget.value })}
    />
  );
  return (
    <NodeViewWrapper className={classes.block} data-selected={selected || undefined} data-drag-handle>
      <EditedPicture id={file_id} alt={alt} onRemove={deleteNode} />
      {selected || caption === '' ? (
        <Group gap="xs" mt={6} contentEditable={false} className={classes.fields}>
          {field('caption', caption)}
          {selected && field('alt', alt)}
        </Group>
      ) : (
        <Text size="sm" c="dimmed" ta="center" mt={6}>
          {caption}
        </Text>
      )}
    </NodeViewWrapper>
  );
}

/** Two to nine pictures side by side. */
export function GalleryBlock({ node, selected, updateAttributes, deleteNode }: NodeViewProps) {
  const { t } = useTranslation('content-article');
  const file_ids: readonly string[] = node.attrs.file_ids;
  const without = (gone: string) => {
    const left = file_ids.filter((id) => id !== gone);
    if (left.length === 0) deleteNode();
    else updateAttributes({ file_ids: left });
  };
  return (
    <NodeViewWrapper className={classes.block} data-selected={selected || undefined} data-drag-handle>
      <div className={classes.gallery} data-count={file_ids.length}>
        {file_ids.map((id, index) => (
          <div key={id} className={classes.tile}>
            <EditedPicture
              id={id}
              alt={t('picture.of', { at: index + 1, count: file_ids.length })}
              onRemove={() => without(id)}
            />
            {selected && (
              <ActionIcon
                className={classes.remove}
                variant="default"
                size={28}
                radius="xl"
                onClick={() => without(id)}
                aria-label={t('picture.remove', { at: index + 1 })}
              >
                <IconX size={16} aria-hidden />
              </ActionIcon>
            )}
          </div>
        ))}
      </div>
    </NodeViewWrapper>
  );
}

/** Audio, video or an attachment: its name and state. */
export function FileBlock({ node, selected, deleteNode }: NodeViewProps) {
  const kind = node.type.name as MediaKind; // the three nodes that are drawn by it
  return (
    <NodeViewWrapper className={classes.block} data-selected={selected || undefined} data-drag-handle>
      <FileRow id={node.attrs.file_id} kind={kind} onRemove={deleteNode} />
    </NodeViewWrapper>
  );
}

function FileRow({ id, kind, onRemove }: FileProps) {
  const { t } = useTranslation('content-article');
  const file = useEditorFile(useFiles(), id);
  const Icon = ICONS[kind];
  return (
    <Paper withBorder p="sm" className={classes.row}>
      <Stack gap="xs">
        <Group gap="sm" wrap="nowrap">
          <Icon size={24} aria-hidden />
          <div style={{ minWidth: 0 }}>
            <Text size="sm" fw={650} style={{ overflowWrap: 'anywhere' }}>
              {file?.name ?? t(`insert.${kind}`)}
            </Text>
            <Text className="hint">{t(`insert.${kind}`)}</Text>
          </div>
        </Group>
        {file && <Sending id={id} file={file} onRemove={onRemove} />}
      </Stack>
    </Paper>
  );
}
