import { POST_STATUS } from '#events/status.ts';
import { call } from '#ops/actors/client.ts';
import { logout } from '#services/contract/accounts/accounts.ts';
import { editAlbum, editAlbumPosts, listAlbums } from '#services/contract/content/albums.ts';
import { listOwnPosts } from '#services/contract/content/post-lists.ts';
import { getPost, type PublishPost, publishPost, topPost } from '#services/contract/content/posts.ts';
import { signInAs } from '../demo-people.ts';
import type { Visitor } from '../visitor.ts';
import type { Page } from './page.ts';

const ALBUM = '画画的四季';
const IN_TEN_DAYS_S = 864_000;

const POSTS: readonly PublishPost[] = [
  {
    title: '春天的花园，一步一步画出来',
    type: 1,
    content: `线稿、铺色、光影，三步完成。\n\n参考：https://example.com/garden/${'very-long-address-'.repeat(8)}\n\n${'慢慢画，慢慢改。'.repeat(60)}`,
  },
  {
    content: '会员专属的高清原图和过程视频。',
    preview_text: '这一期讲光影：先画暗部，再画亮部。\n会员可看完整步骤。',
    audience: 'price',
    min_price: '30.00',
  },
];

/** The demo creator's posts, made once: an open article, and one for members. Posts of an earlier window are reused. */
async function somePosts(creator: Visitor): Promise<Record<'open' | 'locked' | 'scheduled', string>> {
  const published = await call(creator, listOwnPosts, { status: POST_STATUS.normal });
  const scheduled = await call(creator, listOwnPosts, { status: POST_STATUS.scheduled });
  const publish = async (post: PublishPost) => (await call(creator, publishPost, post)).post.post_id;
  const at = (audience: string) => published.list.find((post) => post.audience === audience)?.post_id;
  const [article, members] = POSTS as [PublishPost, PublishPost];
  const open = at('all') ?? (await publish(article));
  const locked = at('price') ?? (await publish(members));
  const later = Math.floor(Date.now() / 1000) + IN_TEN_DAYS_S;
  const next = scheduled.list[0]?.post_id ?? (await publish({ ...members, title: '', publish_time: later }));
  await call(creator, topPost, { post_id: locked });
  return { open, locked, scheduled: next };
}

/** The demo creator's album with these posts, made once. */
async function someAlbum(creator: Visitor, post_ids: string[]): Promise<string> {
  const [post_id = ''] = post_ids;
  const { user_id } = (await call(creator, getPost, { post_id })).post.user;
  const { list } = await call(creator, listAlbums, { user_id });
  const found = list.find(({ title }) => title === ALBUM)?.album_id;
  const content = '线稿、铺色、光影，从头到尾一本。';
  const album_id = found ?? (await call(creator, editAlbum, { title: ALBUM, content })).album.album_id;
  await call(creator, editAlbumPosts, { album_id, add: post_ids });
  return album_id;
}

/** Posts as a guest sees them. */
export async function guestPostPages(visitor: Visitor): Promise<Page[]> {
  await signInAs(visitor, 'creator');
  const { open, locked } = await somePosts(visitor);
  const album = await someAlbum(visitor, [open, locked]);
  await call(visitor, logout);
  return [
    { name: 'post', path: `/p/${open}` },
    { name: 'post-locked', path: `/p/${locked}` },
    { name: 'post-unknown', path: '/p/nothing' },
    { name: 'album', path: `/album/${album}` },
    { name: 'album-post', path: `/album/${album}/${open}` },
    { name: 'album-unknown', path: '/album/nothing' },
    { name: 'albums', path: '/a/linjian/album' },
    { name: 'search', path: '/search' },
    { name: 'search-posts', path: `/search?q=${encodeURIComponent('细节')}` },
    { name: 'search-creators', path: `/search?search_type=creator&q=${encodeURIComponent('画')}` },
    { name: 'search-products', path: `/search?search_type=product&q=${encodeURIComponent('画')}` },
    { name: 'search-orders', path: '/search?search_type=order&q=2026' },
  ];
}

/** The creator's pages for posts. */
export async function postPages(creator: Visitor): Promise<Page[]> {
  const { open, locked, scheduled } = await somePosts(creator);
  const album = await someAlbum(creator, [open, locked]);
  return [
    { name: 'own-post', path: `/p/${locked}` },
    { name: 'own-post-scheduled', path: `/p/${scheduled}` },
    { name: 'compose', path: '/compose' },
    { name: 'article', path: `/edit/article?post_id=${open}` },
    { name: 'article-new', path: '/edit/article' },
    { name: 'compose-members', path: `/compose?post_id=${scheduled}` },
    { name: 'album-new', path: '/edit/album' },
    { name: 'album-edit', path: `/edit/album?album_id=${album}` },
    { name: 'posts', path: '/dashboard/posts' },
    { name: 'posts-scheduled', path: '/dashboard/posts?status=scheduled' },
    { name: 'posts-drafts', path: '/dashboard/posts?status=draft' },
  ];
}
