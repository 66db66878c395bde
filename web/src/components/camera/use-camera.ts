import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { cameraStream } from './camera-stream.ts';
import { codeReader } from './code-reader.ts';

/** `denied`: by the person or the browser. `none`: no usable camera. */
type CameraState = 'off' | 'starting' | 'on' | 'denied' | 'none';

export interface Camera {
  video: RefObject<HTMLVideoElement | null>;
  state: CameraState;
  start: () => void;
  stop: () => void;
}

/** Side of the square that is read, in px: enough for the densest of our codes, and quick on a phone. */
const READ_SIZE = 640;
const BETWEEN_READS_MS = 80;

/** The square in the middle of the picture, as in the frame on the screen. */
function drawMiddle(video: HTMLVideoElement, canvas: HTMLCanvasElement): boolean {
  const side = Math.min(video.videoWidth, video.videoHeight);
  const brush = canvas.getContext('2d', { willReadFrequently: true });
  if (side === 0 || brush === null) return false;
  const [left, top] = [(video.videoWidth - side) / 2, (video.videoHeight - side) / 2];
  brush.drawImage(video, left, top, side, side, 0, 0, READ_SIZE, READ_SIZE);
  return true;
}

const stateFor = (error: unknown): CameraState =>
  error instanceof DOMException && error.name === 'NotAllowedError' ? 'denied' : 'none';

const openCamera = (): Promise<MediaStream> => {
  // Pages that did not come over TLS have no cameras at all.
  if (navigator.mediaDevices === undefined) return Promise.reject(new Error('no camera'));
  return navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment', width: { ideal: 1280 }, height: { ideal: 720 } },
    audio: false,
  });
};

/** The phone's camera, and every code that it sees, again and again while it is held there. */
export function useCamera(onText: (text: string) => void): Camera {
  const video = useRef<HTMLVideoElement>(null);
  const [stream] = useState(() => cameraStream(openCamera));
  const callback = useRef(onText);
  callback.current = onText;
  const [state, setState] = useState<CameraState>('off');

  const stop = useCallback(() => {
    stream.close();
    setState('off');
  }, [stream]);
  useEffect(() => stop, [stop]);

  const watch = useCallback(
    async (own: MediaStream) => {
      const reader = codeReader();
      const canvas = document.createElement('canvas');
      canvas.width = READ_SIZE;
      canvas.height = READ_SIZE;
      while (stream.isOpen(own)) {
        const view = video.current;
        // The picture can be mounted later than the camera is on.
        if (view !== null && view.srcObject !== own) {
          view.srcObject = own;
          await view.play().catch(() => undefined); // left before it began
        }
        const read = await reader;
        const seen =
          video.current !== null && drawMiddle(video.current, canvas) ? await read(canvas) : undefined;
        if (seen !== undefined && stream.isOpen(own)) callback.current(seen);
        await new Promise((resolve) => setTimeout(resolve, BETWEEN_READS_MS));
      }
    },
    [stream],
  );

  const start = useCallback(() => {
    setState('starting');
    stream.open().then(
      async (own) => {
        if (own === undefined) return;
        setState('on');
        await watch(own);
      },
      (error: unknown) => setState(stateFor(error)),
    );
  }, [stream, watch]);

  return { video, state, start, stop };
}
