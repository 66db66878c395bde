import { createHash, randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { derivedHexId } from '#events/ids.ts';
import type { Millis } from '#events/time.ts';
import type { MediaKind } from '#services/modules/media/media-files.ts';
import type { MediaStore } from '#services/modules/media/media-store.ts';
import { queriesOn } from '#services/runtime/queries.ts';
import { inTransaction } from '#services/runtime/transaction.ts';
import type { DemoCreator } from '../content/creator.ts';
import { forestDeer } from '../content/forest-deer.ts';
import { creatorId } from '../people.ts';
import { drawnPicture, type Scene } from './drawings.ts';
import { drawnVideo, playedAudio } from './recordings.ts';

const SEED = 36_000;
/** Of the printed creator, who shows a gallery of nine, and of each other one. */
const MOST_PICTURES = 9;
const PICTURES_EACH = 4;
const VIDEO_SECONDS = 4;

const SCENES: Readonly<Record<string, Scene>> = {
  linjian: 'hills',
  ajuanimao: 'blocks',
  bandaoti: 'waves',
  manhuo: 'table',
  qinghe: 'table',
  harbour: 'lights',
  tinrobot: 'blocks',
  lateradio: 'waves',
  martawrites: 'hills',
  oakneedle: 'threads',
};
const VIDEOS: readonly string[] = ['linjian', 'harbour'];
const MELODIES: Readonly<Record<string, readonly number[]>> = {
  bandaoti: [0, 3, 7, 12, 10, 7, 3, 0, 5, 8, 12, 15, 14, 12, 8, 5, 0, 7, 12, 15],
  lateradio: [0, 12, 7, 4, 0, 12, 9, 5, 2, 14, 11, 7, 4, 12, 7, 0],
};

/** Files of one creator. */
export interface CreatorMedia {
  pictures: readonly string[];
  video: string;
  audio: string;
}

interface DemoFile {
  kind: MediaKind;
  name: string;
  type: string;
  bytes: Buffer;
  width?: number;
  height?: number;
  seconds?: number;
}

interface MediaTools {
  pool: Pool;
  store: MediaStore;
  now: Millis;
}

/** Stores a file as a checked upload, with the job for its variants; once, also after an interruption. */
async function addFile(
  { pool, store, now }: MediaTools,
  creator: DemoCreator,
  key: string,
  make: () => Promise<DemoFile> | DemoFile,
): Promise<string> {
  const file_id = derivedHexId('demo-file', creator.slug, key);
  const isThere = queriesOn(pool).selectFrom('media.files').where('file_id', '=', file_id).select('file_id');
  if ((await isThere.executeTakeFirst()) !== undefined) return file_id;
  const { bytes, ...file } = await make();
  const object = randomBytes(20).toString('hex');
  async function* whole(): AsyncGenerator<Buffer> {
    yield bytes;
  }
  await store.write(object, whole(), bytes.length);
  const stored = {
    ...file,
    file_id,
    object,
    owner_id: creatorId(creator),
    state: 'checked',
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
    created_at: now,
    arrived_at: now,
    unused_since: now,
  };
  await inTransaction(pool, async (client) => {
    const db = queriesOn(client);
    await db.insertInto('media.files').values(stored).execute();
    await db.insertInto('media.jobs').values({ file_id }).execute();
  });
  return file_id;
}

/** Draws and plays the files of a creator; their variants are made by the worker later. */
export async function makeMedia(tools: MediaTools, creator: DemoCreator): Promise<CreatorMedia> {
  const { slug } = creator;
  const scene = SCENES[slug] ?? 'hills';
  const seed = SEED + Object.keys(SCENES).indexOf(slug) * 20;
  const pictures: string[] = [];
  const count = creator === forestDeer ? MOST_PICTURES : PICTURES_EACH;
  for (let at = 0; at < count; at += 1) {
    const draw = async (): Promise<DemoFile> => {
      const { type, ...picture } = await drawnPicture(seed + at, scene, creator);
      return { kind: 'picture', name: `${slug}-${at + 1}.${type}`, type: `image/${type}`, ...picture };
    };
    pictures.push(await addFile(tools, creator, `picture ${at}`, draw));
  }
  const film = async (): Promise<DemoFile> => ({
    kind: 'video',
    name: `${slug}.webm`,
    ...(await drawnVideo(seed, scene, creator, VIDEO_SECONDS)),
  });
  const notes = MELODIES[slug];
  return {
    pictures,
    video: VIDEOS.includes(slug) ? await addFile(tools, creator, 'video', film) : '',
    audio: notes
      ? await addFile(tools, creator, 'audio', () => ({
          kind: 'audio',
          name: `${slug}.flac`,
          ...playedAudio(notes),
        }))
      : '',
  };
}
