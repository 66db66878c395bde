import { buffer } from 'node:stream/consumers';
import multipart from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { UploadEndpoint } from '#services/contract/endpoint.ts';
import { sizeText } from '#services/runtime/quotas.ts';

/** The file of a form is larger than its endpoint allows. Nothing of it is stored. */
export class FileTooLarge extends Error {
  override name = 'FileTooLarge';
  /** As people read it. */
  readonly most: string;

  constructor(bytes: number) {
    super(`a file of more than ${bytes} bytes`);
    this.most = sizeText(bytes);
  }
}

/** The file in the field `file` of a form. */
export interface UploadedFile {
  /** As the browser names it; empty without a name. */
  name: string;
  /** The text of another field, which came before the file; empty without it. */
  field(name: string): string;
  /** The bytes as they come. Throws FileTooLarge, at the latest after the last piece. */
  pieces: AsyncIterable<Buffer>;
  /** All bytes. Throws FileTooLarge. */
  bytes(): Promise<Buffer>;
  /** Reads the file and forgets it, so that the client can send all and reads the answer. */
  discard(): void;
}

/** Lets a plugin's routes accept forms with one file and a few fields. */
export async function acceptFiles(app: FastifyInstance): Promise<void> {
  await app.register(multipart, { limits: { files: 1, fields: 5, parts: 6 } });
}

/** The form parser's own errors have no status: no boundary, a truncated part. The caller sent that. */
function markAsBadRequest(error: unknown): void {
  if (error instanceof Error && !('statusCode' in error)) Object.assign(error, { statusCode: 400 });
}

/**
 * The file of a form, at most as large as the endpoint allows; null without one. Throws a 400 for a malformed form, also
 * while it is read.
 */
export async function uploadedFile(
  request: FastifyRequest,
  { largest_file }: UploadEndpoint,
): Promise<UploadedFile | null> {
  if (!request.isMultipart()) return null;
  try {
    const part = await request.file({ limits: { fileSize: largest_file } });
    if (part === undefined) return null;
    const { file, fields, fieldname, filename: name = '' } = part;
    // A short body may have failed before the part was handed over.
    markAsBadRequest(file.errored);
    file.on('error', markAsBadRequest);
    if (fieldname !== 'file') return null;
    async function* pieces(): AsyncGenerator<Buffer> {
      yield* file;
      // The parser cuts a larger file off: its pieces end like those of a whole one.
      if (file.truncated) throw new FileTooLarge(largest_file);
    }
    return {
      name,
      field(key) {
        const field = fields[key];
        return field && 'value' in field && typeof field.value === 'string' ? field.value : '';
      },
      pieces: pieces(),
      bytes: () => buffer(pieces()),
      discard: () => file.resume(),
    };
  } catch (error) {
    markAsBadRequest(error);
    throw error;
  }
}
