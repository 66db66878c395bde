import { useDebouncedCallback } from '@mantine/hooks';
import type { JSONContent } from '@tiptap/react';
import { useCallback, useEffect, useRef, useSyncExternalStore } from 'react';
import type { EditorFiles } from './editor-files.ts';
import { docOf, missingFiles, savedDoc } from './saved-doc.ts';

const PAUSE_MS = 250;

interface Options {
  files: EditorFiles;
  /** The document as the form has it first. */
  rich: string;
  /** Called after a pause in typing. */
  onRich: (rich: string) => void;
}

/** The document between editor and form: long texts are not written out with each key. */
export function useDocument({ files, rich, onRich }: Options) {
  const doc = useRef<JSONContent>(docOf(rich));
  const last = useRef(rich);
  const pass = useCallback(() => {
    const next = JSON.stringify(savedDoc(doc.current, files.idOf));
    if (next === last.current) return;
    last.current = next;
    onRich(next);
  }, [files, onRich]);
  const later = useDebouncedCallback(pass, { delay: PAUSE_MS, flushOnUnmount: true });
  // A file that has arrived changes what is saved.
  const version = useSyncExternalStore(files.subscribe, files.version);
  useEffect(later, [version, later]);
  return {
    doc: () => doc.current,
    onDoc: (next: JSONContent) => {
      doc.current = next;
      later();
    },
    /** For an editor that is drawn again. */
    replace: (next: string) => {
      doc.current = docOf(next);
      last.current = next;
    },
    /** Passes on what was typed last. */
    flush: pass,
    /** Files on their way, and failed ones. */
    missing: () => missingFiles(doc.current, files.idOf).flatMap((id) => files.fileOf(id) ?? []),
  };
}
