import { BufferTarget, EncodedPacket, EncodedVideoPacketSource, Output, WebMOutputFormat } from 'mediabunny';
import sharp from 'sharp';
import type { Palette } from '../pictures.ts';
import { drawing, type Scene } from './drawings.ts';

/** Audio or video as a file. */
export interface Recording {
  bytes: Buffer;
  type: 'video/webm' | 'audio/flac';
  /** 0 for audio. */
  width: number;
  height: number;
  seconds: number;
}

const FRAME = { width: 640, height: 360 };
const FRAMES_A_SECOND = 8;

/** The VP8 frame in a lossy WebP: behind the heads of the file and of its chunk. */
function vp8FrameOf(webp: Buffer): Buffer {
  const at = webp.indexOf('VP8 ', 12, 'latin1');
  if (at < 0) throw new Error('the picture is no lossy WebP');
  const length = webp.readUInt32LE(at + 4);
  return webp.subarray(at + 8, at + 8 + length);
}

/** A silent WebM: each frame is a lossy WebP, which is a key frame of VP8. */
export async function drawnVideo(
  seed: number,
  scene: Scene,
  palette: Palette,
  seconds: number,
): Promise<Recording> {
  const output = new Output({ format: new WebMOutputFormat(), target: new BufferTarget() });
  const frames = new EncodedVideoPacketSource('vp8');
  output.addVideoTrack(frames, { frameRate: FRAMES_A_SECOND });
  await output.start();
  const count = seconds * FRAMES_A_SECOND;
  const decoderConfig = { codec: 'vp8', codedWidth: FRAME.width, codedHeight: FRAME.height };
  for (let frame = 0; frame < count; frame += 1) {
    const picture = sharp(drawing(seed, scene, palette, FRAME, frame / count)).flatten();
    const webp = await picture.webp({ quality: 70, effort: 0 }).toBuffer();
    const packet = new EncodedPacket(vp8FrameOf(webp), 'key', frame / FRAMES_A_SECOND, 1 / FRAMES_A_SECOND);
    await frames.add(packet, { decoderConfig });
  }
  await output.finalize();
  const { buffer } = output.target;
  if (buffer === null) throw new Error('the video has no bytes');
  return { bytes: Buffer.from(buffer), type: 'video/webm', ...FRAME, seconds };
}

const RATE = 16_000;
const BLOCK = 4_096;

/** A remainder of FLAC: its generator polynomial, without the highest bit, and its width in bits. */
function remainder(bytes: Buffer, polynomial: number, bits: 8 | 16): number {
  const [top, mask] = [1 << (bits - 1), 2 ** bits - 1];
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1) rest = (rest & top ? (rest << 1) ^ polynomial : rest << 1) & mask;
  }
  return rest;
}

/** Samples of one block as they are (RFC 9639): 16 bits, one channel. */
function flacFrame(samples: Int16Array, number: number): Buffer {
  // Sync code, fixed block size; size in 16 bits at the end, rate of the stream; one channel, 16 bits.
  const head = Buffer.from([0xff, 0xf8, 0x70, 0x08, number, 0, 0]);
  if (number > 127) throw new Error('the number of a block has one byte');
  head.writeUInt16BE(samples.length - 1, 5);
  const body = Buffer.alloc(1 + samples.length * 2);
  // A subframe without prediction.
  body[0] = 0x02;
  samples.forEach((sample, at) => {
    body.writeInt16BE(sample, 1 + at * 2);
  });
  const frame = Buffer.concat([head, Buffer.from([remainder(head, 0x07, 8)]), body]);
  const end = Buffer.alloc(2);
  end.writeUInt16BE(remainder(frame, 0x8005, 16));
  return Buffer.concat([frame, end]);
}

function flacOf(samples: Int16Array): Buffer {
  const info = Buffer.alloc(34);
  info.writeUInt16BE(BLOCK, 0);
  info.writeUInt16BE(BLOCK, 2);
  // Rate in 20 bits, channels − 1 in 3, bits − 1 in 5, samples in 36.
  info.writeBigUInt64BE((BigInt(RATE) << 44n) | (15n << 36n) | BigInt(samples.length), 10);
  const frames: Buffer[] = [];
  for (let from = 0; from < samples.length; from += BLOCK)
    frames.push(flacFrame(samples.subarray(from, from + BLOCK), frames.length));
  return Buffer.concat([Buffer.from('fLaC'), Buffer.from([0x80, 0, 0, 34]), info, ...frames]);
}

/** A short melody of plucked notes. @param notes semitones above A3, four a second */
export function playedAudio(notes: readonly number[]): Recording {
  const seconds = notes.length / 4 + 1;
  const samples = new Int16Array(Math.floor(seconds * RATE));
  for (const [at, note] of notes.entries()) {
    const pitch = 220 * 2 ** (note / 12);
    const begin = Math.floor((at / 4) * RATE);
    for (let step = 0; step < RATE && begin + step < samples.length; step += 1) {
      const time = step / RATE;
      const tone = Math.sin(2 * Math.PI * pitch * time) + 0.4 * Math.sin(4 * Math.PI * pitch * time);
      const loud = 5_200 * Math.min(1, time * 80) * Math.exp(-3.4 * time);
      samples[begin + step] = (samples[begin + step] ?? 0) + Math.round(tone * loud);
    }
  }
  return { bytes: flacOf(samples), type: 'audio/flac', width: 0, height: 0, seconds };
}
