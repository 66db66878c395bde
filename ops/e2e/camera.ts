import encodeQR from 'qr';
import { usedUp, type Visitor } from './visitor.ts';

/** A camera that the test holds things before. */
export interface Camera {
  /** A picture (PNG), as large in view as a phone is at a door. */
  hold(picture: Buffer): Promise<void>;
  /** A QR code with this text. */
  holdCode(text: string): Promise<void>;
  /** Nothing. */
  away(): Promise<void>;
}

/** Runs in the page: the browser's camera is a canvas, and `holdBeforeCamera` draws on it. */
function fakeCamera(): void {
  const [width, height, code] = [1280, 720, 480];
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  let held: HTMLImageElement | undefined;
  const draw = (): void => {
    const brush = canvas.getContext('2d');
    if (brush === null) return;
    brush.fillStyle = '#888';
    brush.fillRect(0, 0, width, height);
    if (held) brush.drawImage(held, (width - code) / 2, (height - code) / 2, code, code);
  };
  Reflect.set(window, 'holdBeforeCamera', async (address: string | undefined) => {
    if (address === undefined) {
      held = undefined;
      return;
    }
    const image = new Image();
    image.src = address;
    await image.decode();
    held = image;
  });
  const { mediaDevices } = navigator;
  if (mediaDevices === undefined) return;
  mediaDevices.getUserMedia = async () => {
    draw();
    setInterval(draw, 50);
    return canvas.captureStream(20);
  };
}

/** Gives the visitor's pages such a camera; call it before the page that uses it is opened. */
export async function withCamera(visitor: Visitor): Promise<Camera> {
  const { context, page } = visitor;
  usedUp(visitor);
  await context.addInitScript(fakeCamera);
  const hold = (address: string | undefined): Promise<void> =>
    page.evaluate(
      (shown) =>
        (Reflect.get(window, 'holdBeforeCamera') as (address: string | undefined) => Promise<void>)(shown),
      address,
    );
  return {
    hold: (picture) => hold(`data:image/png;base64,${picture.toString('base64')}`),
    holdCode: (text) =>
      hold(`data:image/svg+xml;base64,${Buffer.from(encodeQR(text, 'svg')).toString('base64')}`),
    away: () => hold(undefined),
  };
}
