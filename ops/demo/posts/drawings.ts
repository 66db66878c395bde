import sharp from 'sharp';
import { colour, gradient, hills, type Palette, svg } from '../pictures.ts';
import { type Random, randomFrom } from '../random.ts';

/** What a picture of a post shows. */
export type Scene = 'hills' | 'lights' | 'waves' | 'table' | 'blocks' | 'threads';

interface Size {
  width: number;
  height: number;
}

const range = <Item>(count: number, item: (at: number) => Item): Item[] =>
  Array.from({ length: count }, (_, at) => item(at));

/** @param moment 0 to 1: where the moving parts are, for a video */
function shapesOf(
  scene: Scene,
  random: Random,
  { width, height }: Size,
  { hue, spread }: Palette,
  moment: number,
): string {
  const dark = (at: number, alpha = 0.92) => colour(hue + (spread * at) / 3, 46, 56 - at * 11, alpha);
  switch (scene) {
    case 'hills': {
      const x = width * (0.15 + 0.7 * ((random.next() + moment) % 1));
      const sun = `<circle cx="${x.toFixed(0)}" cy="${(height * 0.26).toFixed(0)}" r="${(height * 0.09).toFixed(0)}" fill="${colour(hue + spread, 92, 93, 0.9)}"/>`;
      const ridges = range(
        4,
        (at) =>
          `<path d="${hills(random, width, height, height * (0.45 + at * 0.14), height * 0.24)}" fill="${dark(at)}"/>`,
      );
      return sun + ridges.join('');
    }
    case 'lights':
      return range(16, (at) => {
        const [x, tall] = [((at + random.next()) * width) / 16, height * (0.12 + random.next() * 0.3)];
        const glow = 0.35 + 0.6 * Math.abs(Math.sin(at + moment * Math.PI * 2));
        const lamp = colour(hue + 170 + random.whole(-30, 30), 90, 72, glow);
        const top = height * 0.58 - tall;
        return `<rect x="${x.toFixed(0)}" y="${top.toFixed(0)}" width="${(width / 22).toFixed(0)}" height="${tall.toFixed(0)}" fill="${dark(3)}"/><circle cx="${(x + 20).toFixed(0)}" cy="${(top + 24).toFixed(0)}" r="12" fill="${lamp}"/><rect x="${(x + 14).toFixed(0)}" y="${(height * 0.6).toFixed(0)}" width="12" height="${(tall * 1.2).toFixed(0)}" rx="6" fill="${lamp}" opacity=".35"/>`;
      }).join('');
    case 'waves':
      return range(9, (at) => {
        const [y, swing] = [height * (0.18 + at * 0.09), height * (0.03 + random.next() * 0.05)];
        const points = range(25, (step) => {
          const rise = Math.sin(step * 0.9 + at * 1.3 + moment * Math.PI * 2) * swing;
          return `${((step * width) / 24).toFixed(0)},${(y + rise).toFixed(0)}`;
        });
        return `<polyline points="${points.join(' ')}" fill="none" stroke="${dark(at % 4)}" stroke-width="${(height * 0.016).toFixed(0)}" stroke-linejoin="round"/>`;
      }).join('');
    case 'table':
      return `<rect y="${height * 0.62}" width="${width}" height="${height * 0.38}" fill="${dark(2)}"/>${range(
        4,
        (at) => {
          const [x, r] = [width * (0.16 + at * 0.22), height * (0.1 + random.next() * 0.07)];
          const [y, bowl] = [height * 0.66, colour(hue + random.whole(-20, spread), 44, 78 - at * 6)];
          return `<path d="M${(x - r).toFixed(0)} ${(y - r).toFixed(0)} Q${x.toFixed(0)} ${(y + r).toFixed(0)} ${(x + r).toFixed(0)} ${(y - r).toFixed(0)}Z" fill="${bowl}"/><ellipse cx="${x.toFixed(0)}" cy="${(y - r).toFixed(0)}" rx="${r.toFixed(0)}" ry="${(r * 0.28).toFixed(0)}" fill="${dark(1)}"/>`;
        },
      ).join('')}`;
    case 'blocks': {
      const side = height / 9;
      return range(42, () => {
        const [x, y] = [random.whole(0, Math.floor(width / side)) * side, random.whole(2, 8) * side];
        return `<rect x="${x.toFixed(0)}" y="${(y + side * moment).toFixed(0)}" width="${(side * 0.92).toFixed(0)}" height="${(side * 0.92).toFixed(0)}" rx="6" fill="${dark(random.whole(0, 3))}"/>`;
      }).join('');
    }
    case 'threads':
      return range(6, (at) => {
        const [x, y, r] = [
          random.whole(150, width - 150),
          random.whole(150, height - 150),
          height * (0.1 + random.next() * 0.09),
        ];
        const ink = colour(hue + spread * random.next(), 52, 42 + at * 5);
        const strands = range(
          7,
          (turn) =>
            `<ellipse cx="${x}" cy="${y}" rx="${r.toFixed(0)}" ry="${(r * (0.2 + turn * 0.11)).toFixed(0)}" transform="rotate(${turn * 26} ${x} ${y})" fill="none" stroke="${ink}" stroke-width="5"/>`,
        );
        return `<circle cx="${x}" cy="${y}" r="${r.toFixed(0)}" fill="${colour(hue, 40, 88)}"/>${strands.join('')}`;
      }).join('');
    default:
      return scene satisfies never;
  }
}

/** A scene in the creator's colours as SVG. */
export function drawing(seed: number, scene: Scene, palette: Palette, size: Size, moment = 0): Buffer {
  const random = randomFrom(seed);
  const { hue, spread } = palette;
  const isNight = scene === 'lights';
  const sky = (turn: number, lightness: number) =>
    colour(hue + turn, isNight ? 45 : 64, isNight ? lightness / 4 : lightness);
  const ground = gradient('ground', sky(random.whole(-18, 18), 86), sky(spread, 68), random.whole(60, 100));
  const { width, height } = size;
  const shapes = shapesOf(scene, random, size, palette, moment);
  return svg(
    width,
    height,
    `<defs>${ground}</defs><rect width="${width}" height="${height}" fill="url(#ground)"/>${shapes}`,
  );
}

const SIZES: readonly Size[] = [
  { width: 960, height: 720 },
  { width: 720, height: 900 },
  { width: 800, height: 800 },
];
const TYPES = ['jpeg', 'webp', 'png'] as const;

export interface DrawnPicture extends Size {
  bytes: Buffer;
  type: (typeof TYPES)[number];
}

/** The picture as a file, in turn JPEG, WebP and PNG. */
export async function drawnPicture(seed: number, scene: Scene, palette: Palette): Promise<DrawnPicture> {
  const size = SIZES[seed % SIZES.length] ?? { width: 960, height: 720 };
  const type = TYPES[seed % 7 === 0 ? 2 : seed % 2] ?? 'jpeg';
  const picture = sharp(drawing(seed, scene, palette, size)).flatten();
  const png = { palette: true, effort: 1 };
  const bytes = await (type === 'png'
    ? picture.png(png)
    : picture.toFormat(type, { quality: 82 })
  ).toBuffer();
  return { ...size, bytes, type };
}
