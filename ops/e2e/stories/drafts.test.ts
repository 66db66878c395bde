import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CDPSession, Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { call } from '#ops/actors/client.ts';
import { submitCertification } from '#services/contract/accounts/certification.ts';
import { editAlbum } from '#services/contract/content/albums.ts';
import { getDraft } from '#services/contract/content/drafts.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { getPost } from '#services/contract/content/posts.ts';
import { flac } from '#services/modules/media/testing/films.ts';
import { goTo } from '../going.ts';
import { looksRight } from '../page-checks.ts';
import { newCreator } from '../people.ts';
import { onStage } from '../stage.ts';
import type { Visitor } from '../visitor.ts';

const stage = onStage({ database: 'shared' });
const A_SECOND = 11;

/** A certified creator, who writes. */
async function writer(slug: string, of: Parameters<typeof stage.visitor>[0]): Promise<Visitor> {
  const creator = await stage.visitor(of);
  await newCreator(creator, '林间', slug);
  await call(creator, submitCertification, { url: 'https://example.com/linjian' });
  return creator;
}

const textIn = (page: Page, { t }: Visitor) =>
  page.getByRole('textbox', { name: t('content-compose:field.content'), exact: true });

async function publish(page: Page, { t }: Visitor): Promise<void> {
  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true }).click();
}

test('a draft shows its files after a reload, and is published in the albums of its address', async () => {
  const creator = await writer('drafts1', { language: 'zh-CN' });
  const { page, t } = creator;
  const { album } = await call(creator, editAlbum, { title: '四季' });
  await goTo(page, `/edit/article?album_ids=${album.album_id}&group_id=g1`);
  await page.getByRole('textbox', { name: t('content-compose:field.title') }).fill('夏天');
  const insert = async (
    kind: 'picture' | 'audio',
    file: { name: string; mimeType: string; buffer: Buffer },
  ) => {
    await textIn(page, creator).locator('p').last().click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('content-article:insert.title') }).click();
    await page.getByRole('menuitem', { name: t(`content-article:insert.${kind}`) }).click();
    await (await chooser).setFiles(file);
  };
  const ground = { create: { width: 600, height: 400, channels: 3, background: '#946ce6' } } as const;
  const buffer = await sharp(ground).png().toBuffer();
  await insert('picture', { name: 'summer.png', mimeType: 'image/png', buffer });
  await insert('audio', { name: '蝉鸣.flac', mimeType: 'audio/flac', buffer: flac(A_SECOND) });
  await page.waitForURL(/draft_id=/);
  const draft_id = new URL(page.url()).searchParams.get('draft_id') ?? '';
  const namedFiles = async () =>
    (await call(creator, getDraft, { draft_id })).body.rich?.match(/"file_id"/g)?.length;
  await expect.poll(namedFiles, { timeout: 30_000 }).toBe(2);
  expect(new URL(page.url()).searchParams.get('group_id')).toBe('g1');
  await page.reload();
  const isDrawn = (of: Page) =>
    textIn(of, creator)
      .locator('img')
      .evaluateAll((all) => all.map((one) => one instanceof HTMLImageElement && one.naturalWidth > 0));
  await expect.poll(() => isDrawn(page), { timeout: 60_000 }).toContain(true);
  await textIn(page, creator).getByText('蝉鸣.flac').waitFor();
  await looksRight(creator);
  await page.getByRole('button', { name: t('content-article:submit.next') }).click();
  await page.getByRole('dialog').getByText('四季', { exact: true }).waitFor();
  await page.getByRole('button', { name: t('content-compose:submit.publish'), exact: true }).click();
  await page.waitForURL('/p/*');
  const post_id = new URL(page.url()).pathname.replace('/p/', '');
  const { post } = await call(creator, getPost, { post_id });
  expect([post.album_ids, post.files.map(({ kind }) => kind)]).toEqual([
    [album.album_id],
    ['picture', 'audio'],
  ]);
});

test('a window with an older draft does not publish over the newer one', async () => {
  const creator = await writer('drafts2', { language: 'en-US', width: 390 });
  const { page, t } = creator;
  const saved = /Draft saved/;
  await goTo(page, '/edit/article');
  await page.getByRole('textbox', { name: t('content-compose:field.title') }).fill('Tides');
  await textIn(page, creator).fill('first text');
  await page.getByText(saved).waitFor();
  await page.waitForURL(/draft_id=/);
  const other = await creator.context.newPage();
  await other.goto(page.url());
  await textIn(other, creator).getByText('first text').waitFor();
  await textIn(other, creator).fill('text of the other window');
  const draft_id = new URL(page.url()).searchParams.get('draft_id') ?? '';
  const stored = async () => (await call(creator, getDraft, { draft_id })).body.rich;
  await expect.poll(stored, { timeout: 30_000 }).toContain('text of the other window');
  await publish(page, creator);
  const conflict = page.getByRole('region', { name: t('content-article:conflict.title') });
  await conflict.getByText('text of the other window').waitFor();
  await conflict.getByText('first text').waitFor();
  expect((await call(creator, listOwnPosts, { status: 1 })).list).toEqual([]);
  await looksRight(creator);
  await conflict.getByRole('button', { name: t('content-article:conflict.take') }).click();
  await textIn(page, creator).getByText('text of the other window').waitFor();
  await publish(page, creator);
  await page.waitForURL('/p/*');
  expect((await call(creator, listOwnPosts, { status: 1 })).list).toHaveLength(1);
  await other.close();
});

test('an interrupted upload goes on after a reload when its file is chosen again', async () => {
  const creator = await writer('drafts4', { language: 'en-US' });
  const { page, t } = creator;
  const folder = mkdtempSync(join(tmpdir(), 'upload-'));
  const path = join(folder, 'sketches.pdf');
  writeFileSync(path, Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(17 * 1024 * 1024)]));
  const choose = async () => {
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: t('content-compose:files.attachmentAdd'), exact: true }).click();
    await (await chooser).setFiles(path);
  };
  page.on('dialog', (dialog) => void dialog.accept());
  await goTo(page, '/compose');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/media\/put\/.*part=2/, async (route) => {
    await held;
    await route.abort();
  });
  const second = page.waitForRequest(/\/media\/put\/.*part=2/);
  await choose();
  await second;
  await page.reload();
  release();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  creator.troubles.splice(0);
  const notice = page.getByText(/^Choose sketches\.pdf again to continue from 16 MB/);
  await notice.waitFor();
  await looksRight(creator);
  const parts: string[] = [];
  page.on('request', (request) => {
    const part = /\/media\/put\/.*part=(\d+)/.exec(request.url())?.[1];
    if (part !== undefined) parts.push(part);
  });
  await choose();
  await page.getByRole('button', { name: t('media:upload.remove', { name: 'sketches.pdf' }) }).waitFor();
  expect([parts, await notice.count()]).toEqual([['2'], 0]);
  rmSync(folder, { recursive: true });
});

/** An input method as the browser has it: letters become words, and Enter ends the composition. */
function inputMethod(session: CDPSession) {
  const compose = (text: string) =>
    session.send('Input.imeSetComposition', { text, selectionStart: text.length, selectionEnd: text.length });
  /** As Windows reports it, and as others do. */
  const enter = async () => {
    for (const key of ['Process', 'Enter']) {
      const pressed = { key, code: 'Enter', windowsVirtualKeyCode: 229 };
      await session.send('Input.dispatchKeyEvent', { type: 'rawKeyDown', ...pressed });
      await session.send('Input.dispatchKeyEvent', { type: 'keyUp', ...pressed, key: 'Enter' });
    }
  };
  return {
    async write(letters: string, words: string): Promise<void> {
      for (let at = 1; at <= letters.length; at += 1) await compose(letters.slice(0, at));
      await enter();
      await session.send('Input.insertText', { text: words });
    },
  };
}

test('words of an input method arrive once, and its Enter submits nothing', async () => {
  const creator = await writer('drafts3', { language: 'zh-CN' });
  const { page, t } = creator;
  const writing = inputMethod(await creator.context.newCDPSession(page));
  await goTo(page, '/edit/article');
  const title = page.getByRole('textbox', { name: t('content-compose:field.title') });
  await title.click();
  await writing.write('haibian', '海边');
  expect([await title.inputValue(), await title.evaluate((one) => one === document.activeElement)]).toEqual([
    '海边',
    true,
  ]);
  await textIn(page, creator).click();
  await writing.write('yeli', '夜里');
  await writing.write('dehai', '的海');
  // The menu of `/` is open while a word is composed: Enter chooses nothing of it.
  await page.keyboard.press('Enter');
  await page.keyboard.type('/');
  await page.getByRole('listbox', { name: t('content-article:insert.title') }).waitFor();
  await writing.write('tupian', '图片');
  expect(await textIn(page, creator).locator('p').allInnerTexts()).toEqual(['夜里的海', '/图片']);
  await page.keyboard.press('Escape');
  await page.getByText(/草稿已保存/).waitFor();

  await goTo(page, '/compose');
  const content = page.getByRole('textbox', { name: t('content-compose:field.content') });
  await content.click();
  await writing.write('zaoan', '早安');
  expect(await content.inputValue()).toBe('早安');
  expect(new URL(page.url()).pathname).toBe('/compose');
  expect((await call(creator, listOwnPosts, { status: 1 })).list).toEqual([]);
});
