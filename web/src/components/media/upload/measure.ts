import type { MediaKind } from '#services/contract/media/media.ts';

/** What the browser sees of a file before it is sent. */
export interface Measures {
  width: number;
  height: number;
  /** Of audio and video; 0 when unknown. */
  seconds: number;
  /** Address of the picture, or of the poster, in this browser; empty without one. */
  preview: string;
  /** Of a video. */
  poster: Blob | undefined;
}

const UNKNOWN: Measures = { width: 0, height: 0, seconds: 0, preview: '', poster: undefined };
/** A file that the browser cannot read in this time is sent without its measures. */
const PATIENCE_MS = 10_000;
const POSTER_WIDTH = 1280;
const POSTER_QUALITY = 0.85;
/** Parts of a video at which a poster is looked for: the beginning is often black. */
const POSTER_AT = [0.05, 0.2, 0.5];
/** Mean of a frame, 0 to 255, below which it is dark. */
const DARK = 24;

async function measurePicture(file: File): Promise<Measures> {
  const bitmap = await createImageBitmap(file);
  const { width, height } = bitmap;
  bitmap.close();
  return { ...UNKNOWN, width, height, preview: URL.createObjectURL(file) };
}

function event(element: HTMLMediaElement, name: string): Promise<void> {
  return new Promise((resolve, reject) => {
    element.addEventListener(name, () => resolve(), { once: true });
    element.addEventListener('error', () => reject(element.error), { once: true });
  });
}

const lengthOf = ({ duration }: HTMLMediaElement): number => (Number.isFinite(duration) ? duration : 0);

async function withElement<Element extends HTMLMediaElement>(
  element: Element,
  file: File,
  read: (element: Element) => Promise<Measures>,
): Promise<Measures> {
  const url = URL.createObjectURL(file);
  element.muted = true;
  element.preload = 'auto';
  const known = event(element, 'loadeddata');
  element.src = url;
  try {
    await known;
    return await read(element);
  } finally {
    element.removeAttribute('src');
    element.load();
    URL.revokeObjectURL(url);
  }
}

const measureAudio = (file: File): Promise<Measures> =>
  withElement(new Audio(), file, async (audio) => ({ ...UNKNOWN, seconds: lengthOf(audio) }));

function isDark({ data }: ImageData): boolean {
  let sum = 0;
  for (let at = 0; at < data.length; at += 4)
    sum += (data[at] ?? 0) + (data[at + 1] ?? 0) + (data[at + 2] ?? 0);
  return sum / ((data.length / 4) * 3) < DARK;
}

/** The first frame that is not dark, as JPEG. */
async function posterOf(video: HTMLVideoElement): Promise<Blob | undefined> {
  const canvas = document.createElement('canvas');
  const scale = Math.min(1, POSTER_WIDTH / video.videoWidth);
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (context === null || canvas.width === 0) return undefined;
  for (const part of POSTER_AT) {
    const sought = event(video, 'seeked');
    video.currentTime = lengthOf(video) * part;
    await sought;
    context.drawImage(video, 0, 0, canvas.width, canvas.height);
    if (!isDark(context.getImageData(0, 0, canvas.width, canvas.height))) break;
  }
  return new Promise((resolve) =>
    canvas.toBlob((blob) => resolve(blob ?? undefined), 'image/jpeg', POSTER_QUALITY),
  );
}

const measureVideo = (file: File): Promise<Measures> =>
  withElement(document.createElement('video'), file, async (video) => {
    const { videoWidth: width, videoHeight: height } = video;
    const poster = await posterOf(video);
    const preview = poster === undefined ? '' : URL.createObjectURL(poster);
    return { width, height, seconds: lengthOf(video), preview, poster };
  });

const READERS = { picture: measurePicture, audio: measureAudio, video: measureVideo };

/** Size, length and poster of a file; zeros where this browser cannot read it. */
export async function measure(kind: MediaKind, file: File): Promise<Measures> {
  if (kind === 'attachment') return UNKNOWN;
  const patience = new Promise<Measures>((resolve) => setTimeout(resolve, PATIENCE_MS, UNKNOWN));
  // What the browser cannot read, the server decides.
  return Promise.race([READERS[kind](file).catch(() => UNKNOWN), patience]);
}
