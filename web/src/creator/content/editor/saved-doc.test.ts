import { expect, test, vi } from 'vitest';
import { richTextProblem } from '#services/contract/content/rich-text.ts';
import type { Send } from '../../../components/media/upload/upload-queue.ts';
import { editorFiles } from './editor-files.ts';
import { missingFiles, savedDoc } from './saved-doc.ts';

const sent = (kind: 'picture' | 'audio', name: string) => ({
  file_id: `id-${name}`,
  kind,
  name,
  bytes: 1,
  width: 1,
  height: 1,
  seconds: 0,
  preview: '',
  poster: undefined,
});

/** Files whose upload ends when the test says so. */
function startFiles() {
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: () => 'blob:x' }));
  const ends = new Map<string, { arrive: () => void; fail: () => void }>();
  const send: Send = (kind, { name }) =>
    new Promise((resolve, reject) => {
      ends.set(name, {
        arrive: () => resolve(sent(kind === 'audio' ? 'audio' : 'picture', name)),
        fail: () => reject(new Error('no')),
      });
    });
  const files = editorFiles(send, (error) => String(error));
  const add = (name: string, kind: 'picture' | 'audio' = 'picture') => files.add(new File(['a'], name), kind);
  const end = async (name: string, how: 'arrive' | 'fail') => {
    ends.get(name)?.[how]();
    await new Promise((resolve) => setTimeout(resolve));
  };
  return { files, add, end };
}

test('files on their way are not a part of what is saved, and are once they have arrived', async () => {
  const { files, add, end } = startFiles();
  const [one, two, three, song] = [add('1'), add('2'), add('3'), add('song', 'audio')];
  const doc = {
    type: 'doc',
    content: [
      { type: 'gallery', attrs: { file_ids: [one, two, three] } },
      { type: 'blockquote', content: [{ type: 'audio', attrs: { file_id: song } }] },
    ],
  };
  const saved = () => savedDoc(doc, files.idOf);
  expect(saved().content).toEqual([{ type: 'blockquote', content: [{ type: 'paragraph' }] }]);
  expect(missingFiles(doc, files.idOf)).toEqual([one, two, three, song]);
  await end('2', 'arrive');
  expect(saved().content?.[0]).toMatchObject({ type: 'image', attrs: { file_id: 'id-2' } });
  await end('1', 'arrive');
  await end('3', 'fail');
  await end('song', 'arrive');
  expect(saved().content).toEqual([
    { type: 'gallery', attrs: { file_ids: ['id-1', 'id-2'] } },
    { type: 'blockquote', content: [{ type: 'audio', attrs: { file_id: 'id-song' } }] },
  ]);
  expect(missingFiles(doc, files.idOf)).toEqual([three]);
  expect(files.fileOf(three)).toMatchObject({ phase: 'failed', problem: 'Error: no' });
  files.retry(three);
  await end('3', 'arrive');
  expect(missingFiles(doc, files.idOf)).toEqual([]);
  expect(richTextProblem(JSON.stringify(saved()))).toBeNull();
  vi.unstubAllGlobals();
});

test('attributes of the library are left out: the server takes the rest', () => {
  const link = { type: 'link', attrs: { href: 'https://a.cn', target: '_blank', rel: 'x', class: 'y' } };
  const doc = {
    type: 'doc',
    content: [
      {
        type: 'heading',
        attrs: { level: 2, id: 'a' },
        content: [{ type: 'text', text: 'a', marks: [link] }],
      },
      {
        type: 'orderedList',
        attrs: { start: 3, type: null },
        content: [{ type: 'listItem', content: [{ type: 'paragraph' }] }],
      },
      { type: 'codeBlock', attrs: { language: null }, content: [{ type: 'text', text: 'x' }] },
      { type: 'embed', attrs: { url: 'https://a.cn', title: '', description: '', picture: '' } },
      { type: 'paywall' },
    ],
  };
  const saved = savedDoc(doc, (id) => id);
  expect(JSON.stringify(saved)).not.toMatch(/target|class|"id"/);
  expect(richTextProblem(JSON.stringify(saved))).toBeNull();
});
