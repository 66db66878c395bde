import { beginningOf, type Shared } from './share-targets.ts';

const WIDTH = 750;
const MARGIN = 48;
const PICTURE_HEIGHT = 500;
const CODE = 168;
const FONTS = 'Inter, "PingFang SC", "Microsoft YaHei", "Noto Sans CJK SC", sans-serif';

/** Undefined for a picture that cannot be loaded. */
async function loaded(src: string): Promise<HTMLImageElement | undefined> {
  const picture = new Image();
  picture.src = src;
  return picture.decode().then(
    () => picture,
    () => undefined,
  );
}

/** Lines of a text that fit, each at most `width` wide; the last one ends with an ellipsis if there is more. */
function linesOf(pen: CanvasRenderingContext2D, text: string, width: number, most: number): string[] {
  const lines: string[] = [];
  let line = '';
  // Latin words stay whole where they fit.
  for (const word of text.match(/[\p{Script=Latin}\d]+|./gu) ?? []) {
    if (line !== '' && pen.measureText(line + word).width > width) {
      if (lines.length === most - 1) return [...lines, `${line.trimEnd()}…`];
      lines.push(line.trimEnd());
      line = word.trimStart();
    } else line += word;
  }
  return line === '' ? lines : [...lines, line];
}

/**
 * A picture to save and send: cover, title, text, and the code of the address.
 * @param code the drawn code of the address
 */
export async function sharePicture(
  { title, text, picture }: Shared,
  code: HTMLCanvasElement,
  site: string,
): Promise<Blob | null> {
  const cover = picture === '' ? undefined : await loaded(picture);
  const canvas = document.createElement('canvas');
  const pen = canvas.getContext('2d');
  if (pen === null) return null;
  const top = cover ? PICTURE_HEIGHT : 0;
  canvas.width = WIDTH;
  canvas.height = top + 480;
  pen.fillStyle = '#fff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  if (cover) {
    // The middle of the picture fills its place.
    const scale = Math.max(WIDTH / cover.naturalWidth, PICTURE_HEIGHT / cover.naturalHeight);
    const [width, height] = [WIDTH / scale, PICTURE_HEIGHT / scale];
    const [x, y] = [(cover.naturalWidth - width) / 2, (cover.naturalHeight - height) / 2];
    pen.drawImage(cover, x, y, width, height, 0, 0, WIDTH, PICTURE_HEIGHT);
  }
  let y = top + MARGIN;
  const write = (words: string, font: string, color: string, height: number, most: number) => {
    pen.font = `${font} ${FONTS}`;
    pen.fillStyle = color;
    pen.textBaseline = 'top';
    for (const line of linesOf(pen, words, WIDTH - 2 * MARGIN, most)) {
      pen.fillText(line, MARGIN, y);
      y += height;
    }
  };
  write(title, '650 40px', '#211a2e', 56, 2);
  y += 8;
  write(beginningOf(text, 120), '400 26px', '#645d72', 40, 2);
  const base = canvas.height - MARGIN - CODE;
  pen.drawImage(code, WIDTH - MARGIN - CODE, base, CODE, CODE);
  y = base + CODE / 2 - 16;
  write(site, '650 28px', '#6d4cb5', 40, 1);
  return new Promise((done) => canvas.toBlob(done, 'image/png'));
}
