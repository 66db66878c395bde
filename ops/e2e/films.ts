import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { call, overHttp } from '#ops/actors/client.ts';
import { becomeCreator, signUp, somebody } from '#ops/actors/people.ts';
import { until } from '#ops/actors/until.ts';
import { removeFolder, temporaryFolder } from '#ops/testing/run-server.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { getPost, publishPost } from '#services/contract/content/posts.ts';
import { completeUpload, signUpload } from '#services/contract/media/media.ts';
import { findFfmpeg } from './on-path.ts';

/** Why a story about sizes of videos was skipped. */
export const NO_FFMPEG = 'no ffmpeg';

/** As it was filmed; smaller sizes are made of it. */
export const FILM = { lines: 720, seconds: 20 };

/** A film with sound, as phones make them. */
async function film(folder: string): Promise<Buffer> {
  const file = join(folder, 'film.mp4');
  const size = `${(FILM.lines * 16) / 9}x${FILM.lines}`;
  const pictures = `testsrc2=size=${size}:rate=12:duration=${FILM.seconds}`;
  const sound = `sine=frequency=300:duration=${FILM.seconds}`;
  const codecs = '-c:v libx264 -preset ultrafast -pix_fmt yuv420p -c:a aac -movflags +faststart';
  const words = `-nostdin -v error -f lavfi -i ${pictures} -f lavfi -i ${sound} ${codecs}`.split(' ');
  const code = await new Promise((resolve, reject) => {
    const program = spawn(findFfmpeg() ?? '', [...words, file], { stdio: ['ignore', 'ignore', 'inherit'] });
    program.once('error', reject).once('close', resolve);
  });
  if (code !== 0) throw new Error(`ffmpeg ended with ${code}`);
  return readFile(file);
}

/** Publishes a post with a film for everybody, and waits for its sizes. @returns the post's id */
export async function publishFilm(base: string, url_slug: string): Promise<string> {
  const { auth_token: token } = await signUp(overHttp(base), somebody('林间'));
  const creator = overHttp(base, { token });
  await becomeCreator(creator, { name: '林间', url_slug });
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  const folder = await temporaryFolder('fanwatt-film-');
  try {
    const bytes = await film(folder);
    const upload = await call(creator, signUpload, { kind: 'video', name: '林子.mp4', bytes: bytes.length });
    for (const { part, url, headers } of upload.puts) {
      const body = bytes.subarray((part - 1) * upload.part_bytes, part * upload.part_bytes);
      await creator.send({ method: 'PUT', url, body, headers });
    }
    const { file_id } = await call(creator, completeUpload, { file_id: upload.file_id });
    const media = { video: file_id };
    const { post } = await call(creator, publishPost, { content: '清晨的林子。', media });
    const { post_id } = post;
    await until('the sizes of the film are made', async () => {
      const { video } = (await call(creator, getPost, { post_id })).post;
      return video !== null && video.hls !== '';
    });
    return post_id;
  } finally {
    await removeFolder(folder);
  }
}
