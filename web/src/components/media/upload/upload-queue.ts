import type { MediaKind } from '#services/contract/media/media.ts';

/** What the page needs to know of a sent file, until the server shows it. */
export interface SentFile {
  file_id: string;
  kind: MediaKind;
  name: string;
  bytes: number;
  width: number;
  height: number;
  seconds: number;
  /** Address of the picture, or of the video's poster, in this browser; empty without one */
  preview: string;
  /** A frame of a video, to be sent as its picture */
  poster?: File | undefined;
}

export interface UploadItem {
  id: number;
  kind: MediaKind;
  /** The name that the person knows. */
  name: string;
  bytes: number;
  phase: 'waiting' | 'sending' | 'failed' | 'sent';
  /** Bytes so far. */
  sent: number;
  /** The sentence of a failure. */
  problem: string;
}

interface Sending {
  /** Reported while it is sent. */
  onBytes: (bytes: number) => void;
  signal: AbortSignal;
}

/** Sends one file. Called again after a failure, it sends what is missing. Throws what stopped it. */
export type Send = (kind: MediaKind, file: File, sending: Sending) => Promise<SentFile>;

interface Entry extends UploadItem {
  file: File;
  abort: AbortController;
  result?: SentFile;
  onSent: (file: SentFile) => void;
}

/** Why an upload ends that somebody has cancelled; others end because their page does. */
export const CANCELLED = 'cancelled';

/** Sent at the same time; the server takes four of one person. */
const MAX_AT_ONCE = 2;

/**
 * Files on their way to the server, in the order in which they were chosen: each is handed over after those before it,
 * so that pictures keep their order. A failed one holds up nobody, and can be tried again.
 */
export class UploadQueue {
  private entries: readonly Entry[] = [];
  private readonly listeners = new Set<() => void>();
  private lastId = 0;
  private items: readonly UploadItem[] = [];
  private readonly send: Send;
  private readonly sentenceOf: (error: unknown) => string;

  constructor(send: Send, sentenceOf: (error: unknown) => string) {
    this.send = send;
    this.sentenceOf = sentenceOf;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** The same list until something changes. */
  snapshot = (): readonly UploadItem[] => this.items;

  add(kind: MediaKind, files: readonly File[], onSent: (file: SentFile) => void): void {
    const added = files.map((file): Entry => {
      this.lastId += 1;
      return {
        id: this.lastId,
        kind,
        name: file.name,
        bytes: file.size,
        phase: 'waiting',
        sent: 0,
        problem: '',
        file,
        abort: new AbortController(),
        onSent,
      };
    });
    this.change([...this.entries, ...added]);
    this.fill();
  }

  retry(id: number): void {
    this.update(id, { phase: 'waiting', problem: '', sent: 0, abort: new AbortController() });
    this.fill();
  }

  /** Stops a file, or forgets a failed one. */
  cancel(id: number): void {
    const entry = this.entries.find((one) => one.id === id);
    this.change(this.entries.filter((one) => one.id !== id));
    entry?.abort.abort(CANCELLED);
    this.hand();
    this.fill();
  }

  cancelAll(): void {
    const { entries } = this;
    this.change([]);
    for (const { abort } of entries) abort.abort();
  }

  private fill(): void {
    for (const entry of this.entries) {
      const running = this.entries.filter(({ phase }) => phase === 'sending').length;
      if (running >= MAX_AT_ONCE) return;
      if (entry.phase === 'waiting') void this.run(entry.id, entry.file, entry.kind, entry.abort.signal);
    }
  }

  private async run(id: number, file: File, kind: MediaKind, signal: AbortSignal): Promise<void> {
    this.update(id, { phase: 'sending' });
    try {
      const onBytes = (sent: number) => this.update(id, { sent });
      const result = await this.send(kind, file, { onBytes, signal });
      if (!signal.aborted) this.update(id, { phase: 'sent', sent: file.size, result });
    } catch (error) {
      if (!signal.aborted) this.update(id, { phase: 'failed', problem: this.sentenceOf(error) });
    }
    this.hand();
    this.fill();
  }

  /** Hands over those that are sent, up to the first that is not. */
  private hand(): void {
    for (const entry of this.entries) {
      if (entry.phase === 'failed') continue;
      if (entry.phase !== 'sent' || entry.result === undefined) return;
      this.change(this.entries.filter(({ id }) => id !== entry.id));
      entry.onSent(entry.result);
    }
  }

  private update(id: number, change: Partial<Entry>): void {
    this.change(this.entries.map((one) => (one.id === id ? { ...one, ...change } : one)));
  }

  private change(entries: readonly Entry[]): void {
    this.entries = entries;
    this.items = entries.map(({ id, kind, name, bytes, phase, sent, problem }) => ({
      id,
      kind,
      name,
      bytes,
      phase,
      sent,
      problem,
    }));
    for (const listener of this.listeners) listener();
  }
}
