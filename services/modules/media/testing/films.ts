import {
  type AudioCodec,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  type VideoCodec,
} from 'mediabunny';

const hex = (text: string): Uint8Array<ArrayBuffer> => new Uint8Array(Buffer.from(text, 'hex'));

const VIDEO_NAMES: Readonly<Record<string, string>> = { vp9: 'vp09.00.10.08', hevc: 'hvc1.1.6.L93.B0' };
const AUDIO_NAMES: Readonly<Record<string, string>> = { aac: 'mp4a.40.2' };
const DESCRIPTIONS: Readonly<Record<string, string>> = {
  hevc: '0101600000009000000000005df000fcfdf8f800000f00',
  aac: '1210',
  opus: '4f707573486561640102380180bb0000000000',
};

interface Film {
  video?: VideoCodec;
  audio?: AudioCodec;
  /** Of H.264: 42 is baseline, 6e has 10 bits. */
  profile?: string;
  seconds?: number;
  /** Of each picture. */
  bytes?: number;
}

const described = (description: string | undefined) => (description ? { description: hex(description) } : {});

/** A file of 64 × 48 pixels and two channels, whose packets hold nothing: no decoder shows them. */
export async function film(format: OutputFormat, options: Film): Promise<Buffer> {
  const { video, audio, profile = '42', seconds = 4, bytes = 200 } = options;
  const target = new BufferTarget();
  const output = new Output({ format, target });
  const pictures = video && new EncodedVideoPacketSource(video);
  const sounds = audio && new EncodedAudioPacketSource(audio);
  if (pictures) output.addVideoTrack(pictures);
  if (sounds) output.addAudioTrack(sounds);
  await output.start();
  const avc = `01${profile}c00affe1000a67${profile}c00ad9040d34200001000468ce3c80`;
  for (let at = 0; at < seconds * 10; at += 1) {
    const packet = (data: Uint8Array, type: 'key' | 'delta') => new EncodedPacket(data, type, at / 10, 0.1);
    await pictures?.add(packet(new Uint8Array(bytes), at % 10 ? 'delta' : 'key'), {
      decoderConfig: {
        codec: video === 'avc' ? `avc1.${profile}c00a` : (VIDEO_NAMES[video ?? ''] ?? 'vp8'),
        codedWidth: 64,
        codedHeight: 48,
        colorSpace: { primaries: 'bt709', transfer: 'bt709', matrix: 'bt709', fullRange: false },
        ...described(video === 'avc' ? avc : DESCRIPTIONS[video ?? '']),
      },
    });
    const mp3 = () => hex(`fffb9000${'00'.repeat(413)}`);
    await sounds?.add(packet(audio === 'mp3' ? mp3() : new Uint8Array(100), 'key'), {
      decoderConfig: {
        codec: AUDIO_NAMES[audio ?? ''] ?? audio ?? '',
        numberOfChannels: 2,
        sampleRate: audio === 'opus' ? 48_000 : 44_100,
        ...described(DESCRIPTIONS[audio ?? '']),
      },
    });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

/** A video that browsers play from its begin. */
export const shortFilm = (options: Film = {}): Promise<Buffer> =>
  film(new Mp4OutputFormat({ fastStart: 'in-memory' }), { video: 'avc', audio: 'aac', ...options });

/** The remainder of a division by a polynomial, as FLAC checks its frames. */
function crc(bytes: Buffer, bits: 8 | 16, polynomial: number): Buffer {
  let rest = 0;
  for (const byte of bytes) {
    rest ^= byte << (bits - 8);
    for (let bit = 0; bit < 8; bit += 1)
      rest = ((rest << 1) ^ (rest >> (bits - 1) ? polynomial : 0)) & (2 ** bits - 1);
  }
  return Buffer.from(rest.toString(16).padStart(bits / 4, '0'), 'hex');
}

/** Silence: frames of 4,096 samples at 44.1 kHz. */
export function flac(frames: number): Buffer {
  const info = Buffer.from(`664c614380000022100010000000000000000ac440f0${'00'.repeat(20)}`, 'hex');
  info.writeUInt32BE(frames * 4096, 22);
  const parts = Array.from({ length: frames }, (_, at) => {
    const head = Buffer.from([0xff, 0xf8, 0xc9, 0x08, at]);
    const frame = Buffer.concat([head, crc(head, 8, 0x07), Buffer.alloc(3)]);
    return Buffer.concat([frame, crc(frame, 16, 0x8005)]);
  });
  return Buffer.concat([info, ...parts]);
}
