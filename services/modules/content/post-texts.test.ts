import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { fixture } from '#events/testing/fixture.ts';
import { startTestAccounts } from '../accounts/testing/test-accounts.ts';
import { openPostTexts, type PostText } from './post-texts.ts';

const people = fixture(() => startTestAccounts('content'));
const DOC = JSON.stringify({ type: 'doc', content: [{ type: 'paragraph' }] });
const text: PostText = { title: 'A', content: 'Text', preview_text: 'T', rich: '', media: '' };

/** A text as it was saved before articles had rich text. */
async function savedBefore(post_id: string, creator_id: string): Promise<string> {
  const { title, content, preview_text } = text;
  const fields = ['fanwatt-post-1', 'salt', title, content, preview_text];
  const form = fields.map((field) => `${field.length}:${field}`).join('');
  const text_hash = createHash('sha256').update(form).digest('hex');
  await people.database.pool.query(
    `INSERT INTO content.texts (post_id, text_hash, creator_id, title, content, preview_text, salt)
     VALUES ($1, $2, $3, $4, $5, $6, 'salt')`,
    [post_id, text_hash, creator_id, title, content, preview_text],
  );
  return text_hash;
}

test('an older revision stays the same text; rich text or files make another one', async () => {
  const texts = openPostTexts(people.database.pool);
  const creator_id = await people.person();
  const present = await savedBefore('old', creator_id);
  const of = { post_id: 'old', creator_id, present };
  expect(await texts.save(of, text)).toEqual({ text_hash: present, written: false });
  for (const change of [{ rich: DOC }, { media: '{}' }, { title: 'B' }]) {
    const changed = { ...text, ...change };
    const { text_hash, written } = await texts.save(of, changed);
    expect([written, text_hash === present]).toEqual([true, false]);
    expect(await texts.save({ ...of, present: text_hash }, changed)).toEqual({ text_hash, written: false });
    // Swapped fields are another text.
    const swapped = { ...changed, title: changed.content, content: changed.title };
    expect(await texts.save({ ...of, present: text_hash }, swapped)).toMatchObject({ written: true });
    const read = await texts.of([{ post_id: 'old', text_hash, has_right: true }], 'whole');
    expect(read('old')).toMatchObject(changed);
  }
});
