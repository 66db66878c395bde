import type { z } from 'zod';
import type { UserId } from '#events/ids.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { LivePost } from '#services/commerce/content/post.ts';
import type { publishPost } from '#services/contract/content/posts.ts';
import { filesIn, storedDoc } from '#services/contract/content/rich-text.ts';
import { fileIdsOf } from '#services/modules/content/post-media.ts';
import type { FileField } from '#services/modules/media/media-files.ts';
import { badInput, type Refusal } from '#services/runtime/refusal.ts';

type Body = z.output<typeof publishPost.body>;
type Parts = Pick<Dependencies, 'accounts' | 'media' | 'postTexts'>;

const FIELDS = [
  { name: 'cover', kind: 'picture' },
  { name: 'audio', kind: 'audio' },
  { name: 'video', kind: 'video' },
  { name: 'captions', kind: 'captions' },
  { name: 'attachment', kind: 'attachment' },
] as const;

/** The files that a request names, by their fields; those of its document have the field `rich`. */
export function fieldsOf({ media, rich }: Pick<Body, 'media' | 'rich'>): FileField[] {
  const doc = storedDoc(rich);
  const single = FIELDS.filter(({ name }) => media[name] !== '');
  return [
    ...media.pics.map((file_id, at) => ({ field: `media.pics.${at}`, file_id, kind: 'picture' as const })),
    ...single.map(({ name, kind }) => ({ field: `media.${name}`, file_id: media[name], kind })),
    ...(doc ? filesIn(doc).map((file) => ({ field: 'rich', ...file })) : []),
  ];
}

/**
 * Files are the creator's own, and complete. Those that the post has already stay when the creator is not certified any
 * more. The document has passed textRefusal.
 */
export async function refusalOfFiles(
  { accounts, media, postTexts }: Parts,
  creator_id: UserId,
  body: Body,
  present: LivePost | undefined,
): Promise<Refusal | null> {
  const fields = fieldsOf(body);
  if (fields.length === 0) return null;
  const textOf = present && (await postTexts.of([{ ...present, has_right: true }], 'whole'));
  const before = present && textOf ? fileIdsOf(textOf(present.post_id)) : [];
  const added = fields.find(({ file_id }) => !before.includes(file_id));
  if (added && !(await accounts.rights.allows(creator_id, ({ is_verified }) => is_verified)))
    return badInput(added.field, { key: 'verified_only' });
  return media.files.refusalOf(creator_id, fields);
}
