import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { type DraftBody, saveDraft } from '#services/contract/content/drafts.ts';
import { useCall } from '../../../api/queries.ts';
import { EC, isRefusal } from '../../../api/refusal.ts';
import type { SavedPost } from '../post-values.ts';
import { type ArticleValues, articleDraft } from './article-values.ts';

const PAUSE_MS = 1_500;

/** The draft of another window. */
export interface OtherDraft {
  version: number;
  body: Partial<DraftBody>;
  /** Unix seconds */
  saved_at: number;
}

interface Options {
  draft: { draft_id: string; version: number; saved_at: number } | undefined;
  /** That it changes. */
  post: SavedPost;
  /** As they are on the server. */
  saved: ArticleValues;
  /** The first save of a new draft. */
  onCreated: (draft_id: string) => void;
  /** Nothing more is missing on the server. */
  onSaved: () => void;
}

/** What the server has of this window's draft. */
interface Place {
  draft_id: string | undefined;
  version: number;
  /** The save that is on its way. */
  running: Promise<void> | undefined;
  stopped: boolean;
}

/** The other window's draft in a refusal; its shape is the contract's. */
export const otherDraftIn = (error: unknown): OtherDraft | undefined =>
  isRefusal(error, EC.stateDoesNotAllow) && 'version' in error.data
    ? (error.data as unknown as OtherDraft) // checked by the contract's tests
    : undefined;

/** Saves the draft on the server after a pause, one request at a time. A save of another window stops it. */
export function useDraft({ draft, post, saved, onCreated, onSaved }: Options) {
  const textOf = (values: ArticleValues): string => JSON.stringify(articleDraft(values, post));
  const [state, setState] = useState<{ text: string; at: number; failed: boolean }>(() => ({
    text: textOf(saved),
    at: draft?.saved_at ?? 0,
    failed: false,
  }));
  const [other, setOther] = useState<OtherDraft>();
  const at = useRef<Place>({
    draft_id: draft?.draft_id,
    version: draft?.version ?? 0,
    running: undefined,
    stopped: false,
  });
  const latest = useRef(saved);
  const done = useRef(state.text);
  const call = useCall(saveDraft, { quiet: true, refresh: false });

  async function save(text: string): Promise<void> {
    const { current: now } = at;
    const { draft_id, version } = now;
    try {
      const body = articleDraft(latest.current, post);
      const answer = await call.mutateAsync({ ...(draft_id !== undefined && { draft_id }), version, body });
      Object.assign(now, { draft_id: answer.draft_id, version: answer.version });
      done.current = text;
      setState({ text, at: answer.saved_at, failed: false });
      if (draft_id === undefined) onCreated(answer.draft_id);
      if (textOf(latest.current) === text) onSaved();
    } catch (error) {
      meet(error);
      setState((before) => ({ ...before, failed: otherDraftIn(error) === undefined }));
    }
  }
  /** What another window has done to the draft. A draft that is gone is saved as a new one. */
  function meet(error: unknown): void {
    if (isRefusal(error, EC.notFound)) Object.assign(at.current, { draft_id: undefined, version: 0 });
    const found = otherDraftIn(error);
    if (found !== undefined) at.current.stopped = true;
    setOther(found);
  }
  async function send(): Promise<void> {
    const { current: now } = at;
    const text = textOf(latest.current);
    if (now.running || now.stopped || text === done.current) return;
    now.running = save(text);
    await now.running;
    now.running = undefined;
    if (!now.stopped && textOf(latest.current) !== done.current) later();
  }
  const later = useDebouncedCallback(() => void send(), PAUSE_MS);

  return {
    /** Unix seconds; 0 before the first save. */
    savedAt: state.at,
    failed: state.failed,
    other,
    isSaved: (values: ArticleValues): boolean => textOf(values) === state.text,
    /** Called when the values change. */
    follow(values: ArticleValues): void {
      if (latest.current === values) return;
      latest.current = values;
      if (textOf(values) !== done.current) later();
    },
    /** Ends the conflict with these values: they replace the other window's, or are them. */
    settle(values: ArticleValues, keepsMine: boolean): void {
      if (other === undefined) return;
      Object.assign(at.current, { version: other.version, stopped: false });
      latest.current = values;
      setOther(undefined);
      if (keepsMine) return void send();
      done.current = textOf(values);
      setState({ text: done.current, at: other.saved_at, failed: false });
      onSaved();
    },
    /** For the request that publishes it, which removes it. Refused if another window has saved a newer version. */
    published: () => {
      const { draft_id, version } = at.current;
      return draft_id === undefined ? {} : { draft_id, draft_version: version };
    },
    /** Before it is published: nothing more is saved. @returns false if it is being published already */
    async stop(): Promise<boolean> {
      if (at.current.stopped) return false;
      at.current.stopped = true;
      await at.current.running;
      return true;
    },
    /** It was not published. */
    refused(error: unknown): void {
      at.current.stopped = false;
      meet(error);
      if (!at.current.stopped && textOf(latest.current) !== done.current) later();
    },
  };
}
