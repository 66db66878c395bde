import type { FastifyInstance } from 'fastify';
import { completeUpload, type MediaKind, type OwnFile, signUpload } from '#services/contract/media/media.ts';
import { type Reply, sent } from './sent.ts';
import type { TestApi, TestUser } from './test-api.ts';

interface PartRequest {
  url: string;
  headers: Readonly<Record<string, string>>;
}

/** Sends the bytes of a part. */
export const put = (
  app: FastifyInstance,
  { url, headers }: PartRequest,
  bytes: Buffer,
  as: TestUser,
): Promise<Reply> =>
  sent(app, {
    method: 'PUT',
    url,
    payload: bytes,
    headers: { ...headers, authorization: `Bearer ${as.token}` },
  });

/** Uploads a file in its parts, up to the completion. @returns its id */
export async function sendFile(
  api: TestApi,
  as: TestUser,
  kind: MediaKind,
  bytes: Buffer,
  name = 'a',
): Promise<string> {
  const upload = await api.data(signUpload, { kind, name, bytes: bytes.length }, as);
  for (const one of upload.puts) {
    const from = (one.part - 1) * upload.part_bytes;
    const answer = await put(api.app, one, bytes.subarray(from, from + one.bytes), as);
    if (answer.ec !== 200) throw new Error(`a part was refused: ${answer.em}`);
  }
  return upload.file_id;
}

/** Uploads a whole file. */
export async function uploadFile(
  api: TestApi,
  as: TestUser,
  kind: MediaKind,
  bytes: Buffer,
  name?: string,
): Promise<OwnFile> {
  const file_id = await sendFile(api, as, kind, bytes, name);
  return api.data(completeUpload, { file_id }, as);
}
