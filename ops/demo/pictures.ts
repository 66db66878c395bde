import { type Random, randomFrom } from './random.ts';

/** The colours of one creator: hues in degrees. */
export interface Palette {
  /** Of the theme. */
  hue: number;
  /** Distance of the second hue. */
  spread: number;
}

export const colour = (hue: number, saturation: number, lightness: number, alpha = 1): string =>
  `hsla(${Math.round(hue) % 360},${saturation}%,${lightness}%,${alpha})`;

export const svg = (width: number, height: number, inner: string): Buffer =>
  Buffer.from(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}">${inner}</svg>`,
  );

export const gradient = (id: string, from: string, to: string, tilt: number): string =>
  `<linearGradient id="${id}" gradientTransform="rotate(${tilt})"><stop offset="0" stop-color="${from}"/><stop offset="1" stop-color="${to}"/></linearGradient>`;

/** A hilly line from left to right, closed along the bottom. */
export function hills(random: Random, width: number, height: number, base: number, swing: number): string {
  const steps = 6;
  const step = width / steps;
  let path = `M0 ${height} L0 ${base.toFixed(0)}`;
  let last = base;
  for (let at = 0; at < steps; at += 1) {
    const [middle, to] = [(at + 0.5) * step, (at + 1) * step];
    const there = base + (random.next() - 0.5) * swing * 1.3;
    // Level at both ends, so that the pieces join without a corner.
    path += ` C${middle.toFixed(0)} ${last.toFixed(0)} ${middle.toFixed(0)} ${there.toFixed(0)} ${to.toFixed(0)} ${there.toFixed(0)}`;
    last = there;
  }
  return `${path} L${width} ${height}Z`;
}

/** A banner: sky, a sun or moon, and hills that grow darker towards the front. */
export function cover(seed: number, { hue, spread }: Palette): Buffer {
  const random = randomFrom(seed);
  const [width, height] = [1280, 342];
  const sky = gradient('sky', colour(hue, 70, 82), colour(hue + spread, 75, 66), 90);
  const sun = `<circle cx="${random.whole(180, 1100)}" cy="${random.whole(70, 130)}" r="${random.whole(34, 62)}" fill="${colour(hue + spread, 90, 94, 0.9)}"/>`;
  const stars = Array.from(
    { length: 28 },
    () =>
      `<circle cx="${random.whole(0, width)}" cy="${random.whole(0, 170)}" r="${(0.6 + random.next() * 1.8).toFixed(1)}" fill="#fff" opacity="${(0.3 + random.next() * 0.6).toFixed(2)}"/>`,
  ).join('');
  const ridges = [0, 1, 2, 3].map((depth) => {
    const path = hills(random, width, height, 170 + depth * 42, 90 - depth * 8);
    return `<path d="${path}" fill="${colour(hue + (spread * depth) / 3, 48, 58 - depth * 12, 0.92)}"/>`;
  });
  return svg(
    width,
    height,
    `<defs>${sky}</defs><rect width="${width}" height="${height}" fill="url(#sky)"/>${stars}${sun}${ridges.join('')}`,
  );
}

/** A portrait without a face: two soft shapes on a round ground. */
export function avatar(seed: number, { hue, spread }: Palette): Buffer {
  const random = randomFrom(seed);
  const size = 160;
  const ground = gradient('ground', colour(hue, 68, 72), colour(hue + spread, 72, 56), random.whole(20, 70));
  const tone = random.pick([24, 28, 32, 20]);
  const skin = colour(tone, random.whole(38, 62), random.whole(58, 84));
  const hair = colour(random.pick([18, 28, 260, 340, 200]), random.whole(18, 45), random.whole(16, 44));
  const shirt = colour(hue + 180, 45, random.whole(44, 66));
  const fringe = random.whole(40, 56);
  const inner = [
    `<path d="M18 160 Q24 112 80 112 Q136 112 142 160Z" fill="${shirt}"/>`,
    `<rect x="68" y="92" width="24" height="30" rx="11" fill="${skin}"/>`,
    `<path d="M38 ${fringe + 34} Q32 24 80 24 Q128 24 122 ${fringe + 34} L122 ${random.whole(80, 112)} Q80 96 38 ${random.whole(80, 112)}Z" fill="${hair}"/>`,
    `<ellipse cx="80" cy="72" rx="31" ry="35" fill="${skin}"/>`,
    `<path d="M47 70 Q50 ${fringe - 8} 84 ${fringe} Q110 ${fringe} 113 70 Q118 34 80 32 Q42 34 47 70Z" fill="${hair}"/>`,
  ];
  return svg(
    size,
    size,
    `<defs>${ground}</defs><rect width="${size}" height="${size}" fill="url(#ground)"/>${inner.join('')}`,
  );
}

/** The content of an offer's picture. */
export type Motif = 'heart' | 'star' | 'crown' | 'print' | 'book' | 'music' | 'craft' | 'game' | 'food';

const rays = (paper: string): string =>
  Array.from(
    { length: 12 },
    (_, at) =>
      `<rect x="316" y="92" width="8" height="44" rx="4" fill="${paper}" opacity=".75" transform="rotate(${at * 30} 320 240)"/>`,
  ).join('');

function motifShape(motif: Motif, random: Random, ink: string, paper: string): string {
  switch (motif) {
    case 'heart':
      return `${rays(paper)}<path d="M320 330 C210 262 236 176 288 184 Q312 188 320 210 Q328 188 352 184 C404 176 430 262 320 330Z" fill="${paper}"/>`;
    case 'star':
      return `${rays(paper)}<path d="M320 168 L343 216 L396 222 L357 258 L367 310 L320 284 L273 310 L283 258 L244 222 L297 216Z" fill="${paper}" stroke="${paper}" stroke-width="12" stroke-linejoin="round"/>`;
    case 'crown':
      return `${rays(paper)}<path d="M240 306 L228 206 L282 248 L320 178 L358 248 L412 206 L400 306Z" fill="${paper}" stroke="${paper}" stroke-width="12" stroke-linejoin="round"/><circle cx="320" cy="280" r="11" fill="${ink}" opacity=".45"/>`;
    case 'print': {
      const hill = hills(random, 300, 220, 140, 80);
      return `<rect x="146" y="106" width="348" height="268" fill="${paper}"/><g transform="translate(170 130)"><rect width="300" height="220" fill="${ink}" opacity=".25"/><path d="${hill}" fill="${ink}"/><circle cx="${random.whole(60, 240)}" cy="60" r="26" fill="${ink}" opacity=".7"/></g>`;
    }
    case 'book':
      return `<path d="M150 130 Q240 104 320 136 L320 366 Q240 336 150 358Z" fill="${paper}"/><path d="M490 130 Q400 104 320 136 L320 366 Q400 336 490 358Z" fill="${paper}" opacity=".86"/>${[0, 1, 2, 3, 4].map((at) => `<rect x="352" y="${176 + at * 30}" width="${random.whole(70, 112)}" height="6" rx="3" fill="${ink}" opacity=".4"/>`).join('')}`;
    case 'music':
      return `<circle cx="320" cy="240" r="140" fill="${ink}"/>${[112, 90, 68].map((radius) => `<circle cx="320" cy="240" r="${radius}" fill="none" stroke="${paper}" stroke-width="1.5" opacity=".35"/>`).join('')}<circle cx="320" cy="240" r="44" fill="${paper}"/><circle cx="320" cy="240" r="8" fill="${ink}"/>`;
    case 'craft':
      return `<path d="M222 190 Q220 372 320 372 Q420 372 418 190Z" fill="${paper}"/><ellipse cx="320" cy="190" rx="98" ry="24" fill="${ink}" opacity=".45"/><path d="M418 220 Q486 220 470 282 Q458 318 408 316" fill="none" stroke="${paper}" stroke-width="20"/>${[0, 1, 2].map((at) => `<path d="M${240 + at * 8} ${250 + at * 34} Q320 ${random.whole(262, 290) + at * 34} ${400 - at * 8} ${250 + at * 34}" fill="none" stroke="${ink}" stroke-width="5" opacity=".5"/>`).join('')}`;
    case 'game':
      return `<rect x="164" y="166" width="312" height="160" rx="76" fill="${paper}"/><path d="M226 216h26v-26h26v26h26v26h-26v26h-26v-26h-26z" fill="${ink}"/><circle cx="392" cy="216" r="15" fill="${ink}"/><circle cx="428" cy="248" r="15" fill="${ink}" opacity=".65"/><circle cx="392" cy="280" r="15" fill="${ink}" opacity=".45"/>`;
    case 'food':
      return `<rect x="236" y="190" width="168" height="180" rx="22" fill="${paper}"/><rect x="226" y="150" width="188" height="48" rx="14" fill="${ink}" opacity=".8"/><circle cx="320" cy="282" r="50" fill="${ink}" opacity=".25"/><path d="M320 320 Q290 290 320 246 Q350 290 320 320Z" fill="${ink}"/>`;
    default:
      return motif satisfies never;
  }
}

/** A product's picture: its motif on a ground of the creator's colours. */
export function product(seed: number, { hue, spread }: Palette, motif: Motif): Buffer {
  const random = randomFrom(seed);
  const turn = random.whole(-24, 24);
  const ground = gradient('ground', colour(hue + turn, 62, 84), colour(hue + spread + turn, 64, 66), 55);
  const dots = Array.from(
    { length: 14 },
    () =>
      `<circle cx="${random.whole(0, 640)}" cy="${random.whole(0, 480)}" r="${random.whole(8, 60)}" fill="#fff" opacity=".12"/>`,
  ).join('');
  const shape = motifShape(motif, random, colour(hue + spread, 46, 34), colour(hue, 50, 97));
  return svg(
    640,
    480,
    `<defs>${ground}</defs><rect width="640" height="480" fill="url(#ground)"/>${dots}<ellipse cx="320" cy="398" rx="190" ry="18" fill="#000" opacity=".1"/>${shape}`,
  );
}
