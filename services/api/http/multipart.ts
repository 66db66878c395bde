import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';

/** Lets a plugin's routes accept one file of at most `fileSize` bytes with a few fields. */
export async function acceptFiles(app: FastifyInstance, fileSize: number): Promise<void> {
  await app.register(multipart, { limits: { fileSize, files: 1, fields: 5, parts: 6 } });
}

export const isFileTooLarge = (error: unknown): boolean =>
  error instanceof Error && Reflect.get(error, 'code') === 'FST_REQ_FILE_TOO_LARGE';

/** The form parser's own errors have no status: no boundary, a truncated part. The caller sent that. */
function markAsBadRequest(error: unknown): void {
  if (error instanceof Error && !('statusCode' in error)) Object.assign(error, { statusCode: 400 });
}

/** The file in the field `file` of a form; null without one. Throws a 400 for a malformed form, also while it is read. */
export async function uploadedFile(request: FastifyRequest): Promise<MultipartFile | null> {
  if (!request.isMultipart()) return null;
  try {
    const part = await request.file();
    // A short body may have failed before the part was handed over.
    markAsBadRequest(part?.file.errored);
    part?.file.on('error', markAsBadRequest);
    return part?.fieldname === 'file' ? part : null;
  } catch (error) {
    markAsBadRequest(error);
    throw error;
  }
}
