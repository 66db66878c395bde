import { createHash } from 'node:crypto';
import type { S3Settings } from '#services/runtime/settings/s3.ts';
import { StorageAway } from '#services/runtime/storage-away.ts';
import {
  type ByteRange,
  MediaGone,
  type MediaStore,
  MediaTooLong,
  type StoredObject,
} from '../media-store.ts';
import { s3Requests } from './s3-requests.ts';
import { signedUrl } from './signature.ts';

const NAME = /^[\w-][\w.-]{0,79}$/;
/** Of a part that this server sends; the memory of one upload. */
const PIECE_BYTES = 8 * 1024 * 1024;
const PUT_SECONDS = 900;
const GET_SECONDS = 60;

const inXml = (text: string, name: string): string =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(text)?.[1] ?? '';

/** Pieces of PIECE_BYTES; the last one has the rest. */
async function* repacked(body: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let waiting: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of body) {
    waiting.push(chunk);
    length += chunk.length;
    if (length < PIECE_BYTES) continue;
    const whole = Buffer.concat(waiting);
    let at = 0;
    for (; length - at >= PIECE_BYTES; at += PIECE_BYTES) yield whole.subarray(at, at + PIECE_BYTES);
    waiting = at < length ? [whole.subarray(at)] : [];
    length -= at;
  }
  if (length > 0) yield Buffer.concat(waiting);
}

/** Objects in a bucket of an S3 store. Those of more than 8 MB are sent in parts; readers see all of one, or nothing. */
export function openS3Store(settings: S3Settings): MediaStore {
  const { send, done, text } = s3Requests(settings);

  function named(object: string): string {
    if (!NAME.test(object)) throw new Error(`no name of an object: ${object}`);
    return object;
  }

  const put = (object: string, piece: Buffer, query: Readonly<Record<string, string>> = {}) =>
    done(send({ method: 'PUT', object, query, headers: { 'content-length': String(piece.length) } }, piece));

  /** Sends the pieces as one object. Of an upload that fails nothing is left. */
  async function putParts(object: string, pieces: AsyncIterable<Buffer>): Promise<void> {
    const uploadId = inXml(await text(send({ method: 'POST', object, query: { uploads: '' } })), 'UploadId');
    const parts: string[] = [];
    try {
      for await (const piece of pieces) {
        const partNumber = String(parts.length + 1);
        const { headers } = await put(object, piece, { partNumber, uploadId });
        parts.push(`<Part><PartNumber>${partNumber}</PartNumber><ETag>${headers.etag}</ETag></Part>`);
      }
      const list = Buffer.from(`<CompleteMultipartUpload>${parts.join('')}</CompleteMultipartUpload>`);
      const headers = { 'content-length': String(list.length) };
      const answer = await text(send({ method: 'POST', object, query: { uploadId }, headers }, list));
      // The status of this answer is sent before its outcome is known.
      if (answer.includes('<Error>'))
        throw new StorageAway(`the store of uploaded files: ${answer.slice(0, 300)}`);
    } catch (error) {
      await done(send({ method: 'DELETE', object, query: { uploadId } })).catch(() => undefined);
      throw error;
    }
  }

  async function write(
    object: string,
    body: AsyncIterable<Uint8Array>,
    bytes: number,
  ): Promise<StoredObject> {
    const hash = createHash('sha256');
    let written = 0;
    async function* counted(): AsyncGenerator<Uint8Array> {
      for await (const chunk of body) {
        written += chunk.length;
        if (written > bytes) throw new MediaTooLong(object);
        hash.update(chunk);
        yield chunk;
      }
    }
    const pieces = repacked(counted());
    const first = (await pieces.next()).value ?? Buffer.alloc(0);
    if (first.length < PIECE_BYTES) await put(named(object), first);
    else {
      const all = async function* (): AsyncGenerator<Buffer> {
        yield first;
        yield* pieces;
      };
      await putParts(named(object), all());
    }
    return { bytes: written, sha256: hash.digest('hex') };
  }

  async function read(object: string, range?: ByteRange) {
    const part = range && `bytes=${range.start}-${range.end}`;
    return (await send({ method: 'GET', object: named(object) }, undefined, part)).body;
  }

  return {
    write,
    read,
    async *pieces(object, range) {
      yield* await read(object, range);
    },
    async size(object) {
      try {
        const { headers } = await done(send({ method: 'HEAD', object: named(object) }));
        return Number(headers['content-length']);
      } catch (error) {
        if (error instanceof MediaGone) return null;
        throw error;
      }
    },
    // Through this server: not every store copies parts, and the hash of the whole is needed.
    join: (object, parts) =>
      write(
        object,
        (async function* () {
          for (const part of parts) yield* await read(part);
        })(),
        Number.POSITIVE_INFINITY,
      ),
    async remove(object) {
      await done(send({ method: 'DELETE', object: named(object) })).catch((error: unknown) => {
        if (!(error instanceof MediaGone)) throw error;
      });
    },
    async signPut(object, bytes) {
      const headers = { 'content-length': String(bytes) };
      const url = signedUrl(
        settings,
        { method: 'PUT', object: named(object), headers },
        PUT_SECONDS,
        Date.now(),
      );
      // Browsers set the length themselves.
      return { url, headers: { 'content-type': 'application/octet-stream' } };
    },
    async signGet(object, { type, disposition }) {
      const query = {
        'response-content-type': type,
        ...(disposition !== undefined && { 'response-content-disposition': disposition }),
      };
      return signedUrl(settings, { method: 'GET', object: named(object), query }, GET_SECONDS, Date.now());
    },
  };
}
