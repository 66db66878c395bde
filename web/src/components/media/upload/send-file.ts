import {
  completeUpload,
  getUploadParts,
  type MediaKind,
  signUpload,
} from '#services/contract/media/media.ts';
import { call } from '../../../api/client.ts';
import { isRefusal, isServerTrouble, refusalOf, ServerUnreachable } from '../../../api/refusal.ts';
import { actingHeaders } from '../../../app/windows/person.ts';
import type { BegunUploads } from './begun-uploads.ts';
import { sentName } from './file-limits.ts';
import { measure } from './measure.ts';
import { CANCELLED, type Send } from './upload-queue.ts';

type OpenUpload = Awaited<ReturnType<typeof call<typeof signUpload>>>;
type Put = OpenUpload['puts'][number];
type Sending = Parameters<Send>[2];

/** Uploads that were begun on this page, by their file: a failed one goes on with the parts that are missing. */
const begun = new WeakMap<File, string>();

/** An open upload: the one that this file began, here or before a reload, or a new one. */
async function openUpload(
  kept: BegunUploads,
  kind: MediaKind,
  file: File,
  name: string,
): Promise<OpenUpload> {
  const file_id = begun.get(file) ?? kept.of(kind, file)?.file_id;
  if (file_id !== undefined) {
    try {
      return await call(getUploadParts, { file_id });
    } catch (error) {
      // Expired, or refused by its bytes: it is begun again.
      if (!isRefusal(error) || isServerTrouble(error)) throw error;
      begun.delete(file);
      kept.forget(file_id);
    }
  }
  return call(signUpload, { kind, name, bytes: file.size });
}

/** Refusals of our own route are envelopes; a store's answer has none. */
function problemOf(url: string, status: number, text: string): Error {
  try {
    const envelope: { ec?: unknown; em?: unknown; data?: unknown } = JSON.parse(text);
    if (typeof envelope.ec === 'number' && envelope.ec !== 200)
      return refusalOf({ ec: envelope.ec, em: String(envelope.em ?? ''), data: envelope.data });
  } catch {
    // not ours
  }
  return new ServerUnreachable(url, { cause: status });
}

const isOk = (status: number, text: string): boolean =>
  status >= 200 && status < 300 && (!text.startsWith('{') || text.includes('"ec":200'));

/** `fetch` does not report the progress of what it sends. */
function put({ url, headers }: Put, body: Blob, onBytes: (bytes: number) => void, signal: AbortSignal) {
  return new Promise<void>((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('PUT', url);
    const own = url.startsWith('/') ? actingHeaders() : {};
    for (const [name, value] of Object.entries({ ...headers, ...own })) request.setRequestHeader(name, value);
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded));
    request.addEventListener('load', () => {
      const { status, responseText } = request;
      if (isOk(status, responseText)) resolve();
      else reject(problemOf(url, status, responseText));
    });
    request.addEventListener('error', () => reject(new ServerUnreachable(url, {})));
    request.addEventListener('abort', () => reject(signal.reason));
    signal.addEventListener('abort', () => request.abort(), { once: true });
    request.send(body);
  });
}

/** Signs, sends the missing parts one after the other, and completes. */
async function sendParts(kept: BegunUploads, kind: MediaKind, file: File, sending: Sending) {
  const { onBytes, signal } = sending;
  const measures = await measure(kind, file);
  let upload = await openUpload(kept, kind, file, sentName(kind, file, measures));
  const { part_bytes, parts, file_id } = upload;
  begun.set(file, file_id);
  const keep = (sent: number) => {
    const { name, size: bytes, lastModified: modified } = file;
    const { expires_at } = upload;
    if (parts > 1) kept.keep({ file_id, kind, name, bytes, modified, sent, expires_at });
  };
  for (let arrived = upload.arrived.length; arrived < parts; ) {
    for (const one of upload.puts) {
      signal.throwIfAborted();
      const start = (one.part - 1) * part_bytes;
      const before = arrived * part_bytes;
      keep(before);
      await put(one, file.slice(start, start + one.bytes), (bytes) => onBytes(before + bytes), signal);
      arrived += 1;
    }
    if (arrived < parts) {
      upload = await call(getUploadParts, { file_id });
      arrived = upload.arrived.length;
    }
  }
  onBytes(file.size);
  signal.throwIfAborted();
  const { name, bytes, width, height, seconds } = await call(completeUpload, { file_id });
  begun.delete(file);
  kept.forget(file_id);
  const poster = measures.poster && new File([measures.poster], 'poster.jpg', { type: 'image/jpeg' });
  return {
    file_id,
    kind,
    name: kind === 'picture' || kind === 'video' ? file.name : name,
    bytes,
    width: width || measures.width,
    height: height || measures.height,
    seconds: seconds || measures.seconds,
    preview: measures.preview,
    poster,
  };
}

/**
 * Sends files of one owner. A large one goes on after a reload when it is chosen again; one that somebody has
 * cancelled is forgotten.
 */
export function sendFileOf(kept: BegunUploads): Send {
  return async (kind, file, sending) => {
    try {
      return await sendParts(kept, kind, file, sending);
    } catch (error) {
      const file_id = begun.get(file);
      if (file_id !== undefined && sending.signal.reason === CANCELLED) kept.forget(file_id);
      throw error;
    }
  };
}
