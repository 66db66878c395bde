/** Where uploaded files are stored cannot be reached, or is full: the same call may succeed later. */
export class StorageAway extends Error {
  override name = 'StorageAway';
}
