import type { MediaKind } from '#services/contract/media/media.ts';

/** An upload in parts that this device has begun. The same file goes on where it stopped. */
export interface BegunUpload {
  file_id: string;
  kind: MediaKind;
  name: string;
  bytes: number;
  /** When the file was last changed, ms since 1970. */
  modified: number;
  /** Bytes that have arrived. */
  sent: number;
  /** Unix seconds; it cannot be continued after that. */
  expires_at: number;
}

const PREFIX = 'uploads ';
/** The oldest gives way to a further one. */
const MAX_KEPT = 10;

const isBegun = (one: unknown): one is BegunUpload => {
  if (typeof one !== 'object' || one === null) return false;
  const fields = new Map<string, unknown>(Object.entries(one));
  const texts = ['file_id', 'kind', 'name'].every((name) => typeof fields.get(name) === 'string');
  return (
    texts && ['bytes', 'modified', 'sent', 'expires_at'].every((name) => Number.isFinite(fields.get(name)))
  );
};

function read(owner: string): BegunUpload[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(PREFIX + owner) ?? '[]');
    const now = Date.now() / 1000;
    return Array.isArray(stored) ? stored.filter(isBegun).filter(({ expires_at }) => expires_at > now) : [];
  } catch {
    return []; // storage is disabled, or this is not ours
  }
}

const listeners = new Set<() => void>();
/** Uploads that run, or ran, on this page. */
const here = new Set<string>();

/** Uploads of one owner, a person or the creator of a team, on this device; the last begun first. */
export function begunUploads(owner: string) {
  let text = '[]';
  let list: readonly BegunUpload[] = [];
  function write(next: readonly BegunUpload[]): void {
    try {
      if (next.length === 0) localStorage.removeItem(PREFIX + owner);
      else localStorage.setItem(PREFIX + owner, JSON.stringify(next.slice(0, MAX_KEPT)));
    } catch {
      // disabled, or full: a reload begins the file again
    }
    for (const listener of listeners) listener();
  }
  const without = (file_id: string) => read(owner).filter((one) => one.file_id !== file_id);
  return {
    keep(upload: BegunUpload): void {
      here.add(upload.file_id);
      write([upload, ...without(upload.file_id)]);
    },
    forget: (file_id: string): void => write(without(file_id)),
    /** The upload that this file has begun. */
    of: (kind: MediaKind, { name, size, lastModified }: File): BegunUpload | undefined =>
      read(owner).find(
        (one) =>
          one.kind === kind && one.name === name && one.bytes === size && one.modified === lastModified,
      ),
    /** Those of an earlier page. The same list until something changes. */
    interrupted(): readonly BegunUpload[] {
      const now = read(owner).filter(({ file_id }) => !here.has(file_id));
      const written = JSON.stringify(now);
      if (written !== text) [text, list] = [written, now];
      return list;
    },
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
export type BegunUploads = ReturnType<typeof begunUploads>;
