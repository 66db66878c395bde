const LINE_FEED = 10;

/** The hash stated in a file, and the computed one. */
export interface FileHash {
  /** SHA-256 of all bytes above its last line, in hex. */
  computed: string;
  agrees: boolean;
}

/** Works the hash of a text file of the books out again. Undefined where its last line states none: it is not whole. */
export async function fileHash(file: Blob): Promise<FileHash | undefined> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  const last = bytes.subarray(0, -1).lastIndexOf(LINE_FEED) + 1;
  const [stated] = /[0-9a-f]{64}/.exec(new TextDecoder().decode(bytes.subarray(last))) ?? [];
  if (stated === undefined) return undefined;
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes.subarray(0, last)));
  const computed = Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
  return { computed, agrees: computed === stated };
}
