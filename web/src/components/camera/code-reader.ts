/** The used part of the browser's Shape Detection API, which is missing in the DOM's types. */
interface Detector {
  detect(image: CanvasImageSource): Promise<readonly { rawValue: string }[]>;
}
interface DetectorClass {
  new (options: { formats: string[] }): Detector;
  getSupportedFormats(): Promise<readonly string[]>;
}

const QR = 'qr_code';

async function detectorClass(): Promise<DetectorClass> {
  const own = Reflect.get(globalThis, 'BarcodeDetector') as DetectorClass | undefined; // the standard's shape
  if (own !== undefined && (await own.getSupportedFormats()).includes(QR)) return own;
  // Loaded only by browsers without their own reader.
  const { BarcodeDetector } = await import('qr/decode.js');
  return BarcodeDetector as unknown as DetectorClass; // a ponyfill of the same standard
}

/** Reads the text of a QR code in a picture; undefined while there is none. */
export type CodeReader = (picture: HTMLCanvasElement) => Promise<string | undefined>;

export async function codeReader(): Promise<CodeReader> {
  const Detector = await detectorClass();
  const detector = new Detector({ formats: [QR] });
  return async (picture) => (await detector.detect(picture))[0]?.rawValue;
}
