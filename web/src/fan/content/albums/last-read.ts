const keyOf = (album_id: string): string => `album_read_${album_id}`;

/** The post of the album that was last opened on this device. */
export const lastRead = (album_id: string): string | undefined =>
  localStorage.getItem(keyOf(album_id)) ?? undefined;

export function keepLastRead(album_id: string, post_id: string): void {
  try {
    localStorage.setItem(keyOf(album_id), post_id);
  } catch {
    // A full or forbidden storage: reading goes on.
  }
}
