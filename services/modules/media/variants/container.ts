import type { Input, InputAudioTrack, InputVideoTrack } from 'mediabunny';

/** Bytes of a stored file. */
export interface ByteSource {
  size: number;
  /** @param end does not belong to it */
  read(start: number, end: number): Promise<Uint8Array>;
}

/** What a page needs to know about audio or video. */
export interface Container {
  type: string;
  /** Upright, in pixels; 0 for audio. */
  width: number;
  height: number;
  seconds: number;
}

/**
 * `moov_last`: the index of an mp4 is behind its pictures, so that a browser plays nothing before it has all. `codec`: no
 * browser plays it everywhere. `no_length`: the file does not say how long it is.
 */
export type ContainerProblem = 'not_audio' | 'not_video' | 'moov_last' | 'codec' | 'no_length';

/** Bounds of what is read of a file: the index of a video of ten hours has a few MB. */
const MAX_READ = 64 * 1024 * 1024;
const MAX_READS = 20_000;
const MAX_CACHE = 4 * 1024 * 1024;
const MAX_MS = 60_000;
const MAX_TRACKS = 16;
const MAX_SIDE = 8_192;
const MAX_SECONDS = 86_400;
const MAX_BOXES = 64;

/** By the base type of the format. Each codec is one that current browsers play in this container. */
const FORMATS: Readonly<Record<string, { audio: string; codecs: ReadonlySet<string> }>> = {
  'video/mp4': { audio: 'audio/mp4', codecs: new Set(['avc', 'av1', 'vp9', 'aac', 'mp3', 'opus', 'flac']) },
  'video/webm': { audio: 'audio/webm', codecs: new Set(['vp8', 'vp9', 'av1', 'opus', 'vorbis']) },
  'audio/mpeg': { audio: 'audio/mpeg', codecs: new Set(['mp3']) },
  'application/ogg': { audio: 'audio/ogg', codecs: new Set(['opus', 'vorbis', 'flac']) },
  'audio/flac': { audio: 'audio/flac', codecs: new Set(['flac']) },
};
/** H.264 with 4:2:0 and 8 bits: baseline, main, extended, high. */
const H264 = /^avc[13]\.(42|4d|58|64)/i;

/** The same source with bounds of bytes, reads and time. */
function bounded({ size, read }: ByteSource): ByteSource {
  const until = Date.now() + MAX_MS;
  let bytes = 0;
  let reads = 0;
  return {
    size,
    async read(start, end) {
      bytes += end - start;
      reads += 1;
      if (bytes > MAX_READ || reads > MAX_READS || Date.now() > until) throw new Error('too much to read');
      return read(start, end);
    },
  };
}

/** Whether the pictures of an mp4 are before its index. */
async function isMoovLast({ size, read }: ByteSource): Promise<boolean> {
  let at = 0;
  for (let count = 0; count < MAX_BOXES && at + 16 <= size; count += 1) {
    const head = Buffer.from(await read(at, at + 16));
    const name = head.toString('latin1', 4, 8);
    if (name === 'moov') return false;
    if (name === 'mdat') return true;
    const short = head.readUInt32BE(0);
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8) return false;
    at += length;
  }
  return false;
}

async function isPlayable(
  track: InputVideoTrack | InputAudioTrack,
  codecs: ReadonlySet<string>,
): Promise<boolean> {
  const codec = await track.getCodec();
  if (codec === null || !codecs.has(codec)) return false;
  return codec !== 'avc' || H264.test((await track.getCodecParameterString()) ?? '');
}

/** From the head where it says so, else from the last packets. Null without an end. */
async function secondsOf(input: Input): Promise<number | null> {
  const seconds = (await input.getDurationFromMetadata()) ?? (await input.computeDuration());
  return seconds > 0 && seconds <= MAX_SECONDS ? Math.round(seconds * 1000) / 1000 : null;
}

async function inspected(input: Input, kind: 'audio' | 'video'): Promise<Container | ContainerProblem> {
  const format = FORMATS[(await input.getFormat()).mimeType];
  const tracks = await input.getTracks();
  if (format === undefined || tracks.length > MAX_TRACKS) return `not_${kind}`;
  const [videos, audios] = [await input.getVideoTracks(), await input.getAudioTracks()];
  if (kind === 'audio' ? videos.length > 0 || audios.length === 0 : videos.length === 0) return `not_${kind}`;
  for (const track of [...videos, ...audios]) if (!(await isPlayable(track, format.codecs))) return 'codec';
  const seconds = await secondsOf(input);
  if (seconds === null) return 'no_length';
  const video = await input.getPrimaryVideoTrack();
  if (video === null) return { type: format.audio, width: 0, height: 0, seconds };
  const [width, height] = [await video.getDisplayWidth(), await video.getDisplayHeight()];
  if (!(width > 0 && height > 0 && Math.max(width, height) <= MAX_SIDE)) return 'codec';
  return { type: (await input.getFormat()).mimeType, width, height, seconds };
}

/**
 * Reads what an audio or video file says about itself: its index and a few packets, not the file. mp4, webm, mp3, m4a, ogg
 * and flac, with codecs that browsers play.
 */
export async function readContainer(
  source: ByteSource,
  kind: 'audio' | 'video',
): Promise<Container | ContainerProblem> {
  const { CustomSource, FLAC, Input, MP3, MP4, OGG, WEBM } = await import('mediabunny');
  let failure: unknown;
  const { size, read } = bounded({
    size: source.size,
    read: (start, end) =>
      source.read(start, end).catch((error: unknown) => {
        failure ??= error;
        throw error;
      }),
  });
  const input = new Input({
    formats: [MP4, WEBM, MP3, OGG, FLAC],
    source: new CustomSource({
      getSize: () => size,
      read,
      maxCacheSize: MAX_CACHE,
      prefetchProfile: 'fileSystem',
      handleUnhandledError: () => undefined,
    }),
  });
  try {
    if (!(await input.canRead())) return `not_${kind}`;
    if ((await input.getFormat()) === MP4 && (await isMoovLast({ size, read }))) return 'moov_last';
    return await inspected(input, kind);
  } catch {
    // The store did not answer: the file may be well.
    if (failure !== undefined) throw failure;
    return `not_${kind}`;
  } finally {
    input.dispose();
  }
}
