import { useSyncExternalStore } from 'react';
import type { MediaKind } from '#services/contract/media/media.ts';
import { CANCELLED, type Send } from '../../../components/media/upload/upload-queue.ts';

/** A file of the document. `url`: the picture or poster, empty without one. */
interface Named {
  kind: MediaKind;
  name: string;
  bytes: number;
  url: string;
}

export type EditorFile = Named &
  (
    | { phase: 'sending'; percent: number }
    | { phase: 'failed'; problem: string }
    | { phase: 'ready'; file_id: string }
  );

type KnownFile = Named & { file_id: string };

const LOCAL = 'local:';

interface Sending {
  file: File;
  kind: MediaKind;
  url: string;
  abort: AbortController;
}

/**
 * The files of one document. A node names a file by its id, or while it is sent by a local one, which `idOf`
 * resolves: the end of an upload is no change of the text, so that undo does not meet it.
 */
export function editorFiles(send: Send, sentenceOf: (error: unknown) => string) {
  const files = new Map<string, EditorFile>();
  const sendings = new Map<string, Sending>();
  const listeners = new Set<() => void>();
  let version = 0;
  let last = 0;

  function set(id: string, file: EditorFile): void {
    files.set(id, file);
    version += 1;
    for (const listener of listeners) listener();
  }

  function start(id: string, { file, kind, url }: Omit<Sending, 'abort'>): void {
    const abort = new AbortController();
    sendings.set(id, { file, kind, url, abort });
    const common = { kind, name: file.name, bytes: file.size, url };
    set(id, { phase: 'sending', ...common, percent: 0 });
    const onBytes = (bytes: number) => {
      const percent = Math.floor((100 * bytes) / Math.max(1, file.size));
      if (files.get(id)?.phase === 'sending') set(id, { phase: 'sending', ...common, percent });
    };
    send(kind, file, { onBytes, signal: abort.signal }).then(
      ({ file_id, preview }) => {
        // The saved text has its id.
        for (const key of [id, file_id])
          set(key, { phase: 'ready', ...common, url: url || preview, file_id });
        sendings.delete(id);
      },
      (error: unknown) => set(id, { phase: 'failed', ...common, problem: sentenceOf(error) }),
    );
  }

  return {
    /** Sends a file. @returns its local id, for a node */
    add(file: File, kind: MediaKind): string {
      last += 1;
      const id = `${LOCAL}${last}`;
      start(id, { file, kind, url: kind === 'picture' ? URL.createObjectURL(file) : '' });
      return id;
    },
    /** Files that the document has already. One that was sent from here stays as it is. */
    know(known: readonly KnownFile[]): void {
      for (const { file_id, kind, name, bytes, url } of known)
        if (!files.has(file_id)) set(file_id, { phase: 'ready', kind, name, bytes, url, file_id });
    },
    retry(id: string): void {
      const sending = sendings.get(id);
      if (sending) start(id, sending);
    },
    cancel(id: string): void {
      sendings.get(id)?.abort.abort(CANCELLED);
      sendings.delete(id);
    },
    cancelAll(): void {
      for (const { abort } of sendings.values()) abort.abort();
      sendings.clear();
    },
    /** The id of a file that has arrived; undefined for one that is still sent, or has failed. */
    idOf(id: string): string | undefined {
      if (!id.startsWith(LOCAL)) return id;
      const file = files.get(id);
      return file?.phase === 'ready' ? file.file_id : undefined;
    },
    fileOf: (id: string): EditorFile | undefined => files.get(id),
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    version: (): number => version,
  };
}
export type EditorFiles = ReturnType<typeof editorFiles>;

/** A file of the document, as it is now. */
export const useEditorFile = (files: EditorFiles, id: string): EditorFile | undefined =>
  useSyncExternalStore(files.subscribe, () => files.fileOf(id));
