export interface CameraStream {
  /**
   * Asks for the camera, in place of the stream before. Undefined if it was closed, or requested again, meanwhile: then
   * nothing stays on. Throws why there is no camera.
   */
  open(): Promise<MediaStream | undefined>;
  close(): void;
  isOpen(stream: MediaStream): boolean;
}

const end = (stream: MediaStream | undefined): void => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** The one stream of a view, whose start may take as long as a person needs to allow it. */
export function cameraStream(request: () => Promise<MediaStream>): CameraStream {
  let starts = 0;
  let present: MediaStream | undefined;
  const close = () => {
    starts += 1;
    end(present);
    present = undefined;
  };
  return {
    async open() {
      close();
      const start = starts;
      try {
        const stream = await request();
        if (start === starts) {
          present = stream;
          return stream;
        }
        end(stream);
      } catch (error) {
        if (start === starts) throw error;
      }
      return undefined;
    },
    close,
    isOpen: (stream) => present === stream,
  };
}
