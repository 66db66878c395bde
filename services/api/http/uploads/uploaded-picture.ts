import type { UploadEndpoint } from '#services/contract/endpoint.ts';
import { type Cleaning, type CleanPicture, MAX_PIXELS } from '#services/modules/media/clean-picture.ts';
import type { PictureCleaner } from '#services/modules/media/picture-cleaner.ts';
import { type ApiRefusal, invalid } from '../refusals.ts';
import { FileTooLarge, type UploadedFile } from './multipart.ts';

/**
 * The picture of a form, decoded and without metadata, or the refusal of the field `file`. Neither file nor picture is
 * larger than the endpoint allows. Throws FileTooLarge.
 */
export async function uploadedPicture(
  cleaner: PictureCleaner,
  file: UploadedFile | null,
  { largest_file }: UploadEndpoint,
  draw?: Cleaning['draw'],
): Promise<CleanPicture | ApiRefusal> {
  if (file === null) return invalid('file', { key: 'required' });
  const picture = await cleaner.clean(await file.bytes(), {
    most_bytes: largest_file,
    ...(draw && { draw }),
  });
  switch (picture) {
    case 'busy':
      return { code: 'overloaded' };
    case 'not_an_image':
      return invalid('file', { key: 'not_an_image' });
    case 'too_many_pixels':
      return invalid('file', { key: 'too_big', max: `${MAX_PIXELS / 1_000_000} MP` });
    case 'too_many_bytes':
      throw new FileTooLarge(largest_file);
    default:
      return picture;
  }
}
