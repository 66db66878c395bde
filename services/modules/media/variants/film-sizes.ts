import { spawn } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { MediaStore } from '../media-store.ts';

/** Type of the lists of parts that players read. */
export const PLAYLIST = 'application/vnd.apple.mpegurl';
export const MAX_PLAYLIST_BYTES = 1_048_576;

/** Heights in pixels, with the bits a second that each needs at most. Only those that a film has are made. */
const SIZES = [
  { height: 1080, bits: 5_000_000 },
  { height: 720, bits: 2_800_000 },
  { height: 480, bits: 1_400_000 },
] as const;
/** For one size. */
const MAX_MS = 3 * 3_600_000;
/** Address space of the program, in KB. */
const MAX_MEMORY = 3 * 1024 * 1024;
const MAX_ERROR = 2_000;

interface Film {
  object: string;
  width: number;
  height: number;
}

interface Parts {
  store: Pick<MediaStore, 'read' | 'write'>;
  /** The program ffmpeg. */
  ffmpeg: string;
  /** Where files are until they are stored; emptied before and after. */
  folder: string;
}

export interface FilmFile {
  variant: string;
  type: string;
  bytes: number;
  width: number;
  height: number;
}

/** Arguments of the program. */
const words = (height: number, bits: number): string[] =>
  [
    ['-nostdin', '-v', 'error', '-i', 'pipe:0', '-map', '0:v:0', '-map', '0:a:0?', '-threads', '1'],
    ['-vf', `scale=-2:${height}`, '-c:v', 'libx264', '-preset', 'veryfast', '-pix_fmt', 'yuv420p'],
    ['-crf', '23', '-maxrate', String(bits), '-bufsize', String(2 * bits)],
    ['-force_key_frames', 'expr:gte(t,n_forced*6)', '-c:a', 'aac', '-b:a', '128k', '-ac', '2'],
    ['-f', 'hls', '-hls_time', '6', '-hls_playlist_type', 'vod', '-hls_segment_type', 'fmp4'],
    ['-hls_flags', 'single_file', '-hls_segment_filename', `film${height}.mp4`, `hls${height}.m3u8`],
  ].flat();

/** Runs the program in the folder with the film as its input. Throws when it fails, or takes too long. */
async function encode({ store, ffmpeg, folder }: Parts, { object }: Film, args: string[]): Promise<void> {
  // The limit is the shell's: a damaged film must not take the memory of the machine.
  const limited = ['-c', `ulimit -v ${MAX_MEMORY}; exec "$0" "$@"`, ffmpeg, ...args];
  const program = spawn('sh', limited, {
    cwd: folder,
    stdio: ['pipe', 'ignore', 'pipe'],
    timeout: MAX_MS,
    killSignal: 'SIGKILL',
  });
  let errors = '';
  program.stderr.on('data', (text: Buffer) => {
    errors = (errors + text.toString()).slice(-MAX_ERROR);
  });
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  program.once('error', reject);
  program.once('close', (code, signal) => {
    if (code === 0) resolve();
    else reject(new Error(`ffmpeg ended with ${code ?? signal}: ${errors}`));
  });
  promise.catch(() => undefined);
  // It may end before it has read everything: then its end counts.
  await pipeline(await store.read(object), program.stdin).catch(() => undefined);
  await promise;
}

/**
 * A film in several sizes for players that choose by the speed of the line (HLS): for each size one file and its list of
 * parts, and the list `hls` of all of them. Lists name variants as `film720.mp4`; the route puts addresses there.
 * @param save stores a file as a variant
 */
export async function filmSizes(
  parts: Parts,
  film: Film,
  save: (file: FilmFile, body: AsyncIterable<Uint8Array>) => Promise<void>,
): Promise<void> {
  const { folder } = parts;
  const lines = ['#EXTM3U'];
  try {
    const sizes = SIZES.filter(({ height }, at) => height <= film.height || at === SIZES.length - 1);
    for (const { height, bits } of sizes) {
      await rm(folder, { recursive: true, force: true });
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await encode(parts, film, words(height, bits));
      const width = 2 * Math.round((film.width * height) / film.height / 2);
      const size = { width, height };
      for (const [name, type] of [
        [`film${height}.mp4`, 'video/mp4'],
        [`hls${height}.m3u8`, PLAYLIST],
      ] as const) {
        const path = join(folder, name);
        const { size: bytes } = await stat(path);
        if (type === PLAYLIST && bytes > MAX_PLAYLIST_BYTES) throw new Error(`${name} has ${bytes} bytes`);
        const [variant = ''] = name.split('.');
        await save({ variant, type, bytes, ...size }, createReadStream(path));
      }
      lines.push(
        `#EXT-X-STREAM-INF:BANDWIDTH=${bits + 128_000},RESOLUTION=${width}x${height}`,
        `hls${height}.m3u8`,
      );
    }
    const list = Buffer.from(`${lines.join('\n')}\n`);
    await save(
      { variant: 'hls', type: PLAYLIST, bytes: list.length, width: film.width, height: film.height },
      (async function* () {
        yield list;
      })(),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
