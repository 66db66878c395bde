import { asUserId } from '#events/ids.ts';
import type { PostFound } from '#read-models/content/queries.ts';
import type { Dependencies } from '#services/api/http/dependencies.ts';
import type { Post, PostMedia } from '#services/contract/content/posts.ts';
import { docFilesOf, fileIdsOf, postMediaOf, usedByPost } from '#services/modules/content/post-media.ts';
import type { PostText } from '#services/modules/content/post-texts.ts';
import type { MediaFile } from '#services/modules/media/media-files.ts';
import { type Showing, shownFileOf } from '../media/shown-file.ts';
import type { PostViewer } from './post-viewer.ts';

type Parts = Pick<Dependencies, 'accounts' | 'media'>;
type Counts = Pick<
  Post,
  'pic_count' | 'has_audio' | 'has_video' | 'has_attachment' | 'original' | 'teaser_pic'
> &
  Pick<Post['ext'], 'video_duration'>;
type Seen = Pick<Post, 'cover' | 'pics' | 'audio' | 'video' | 'captions' | 'attachment' | 'files'>;
/** The part of an answer that is about files. */
export type PostFiles = Counts & Seen;

interface PostWithText {
  post: PostFound;
  text: PostText;
  /** Everybody reads it. */
  is_public: boolean;
}

const NOTHING_SEEN: Seen = {
  cover: null,
  pics: [],
  audio: null,
  video: null,
  captions: null,
  attachment: null,
  files: [],
};
const NO_FILES: PostFiles = {
  ...NOTHING_SEEN,
  pic_count: 0,
  has_audio: false,
  has_video: false,
  has_attachment: false,
  original: false,
  teaser_pic: null,
  video_duration: 0,
};

/** What everybody learns of the files of a locked post: their number, and one picture without any detail. */
function countsOf(media: PostMedia, files: ReadonlyMap<string, MediaFile>, has_right: boolean): Counts {
  const { cover, pics, audio, video, attachment, original } = media;
  const teaser = has_right ? undefined : files.get(pics[0] ?? cover);
  return {
    pic_count: pics.length,
    has_audio: audio !== '',
    has_video: video !== '',
    has_attachment: attachment !== '',
    video_duration: Math.round(files.get(video)?.seconds ?? 0),
    original,
    teaser_pic: teaser ? { thumbhash: teaser.thumbhash, width: teaser.width, height: teaser.height } : null,
  };
}

/** Those of the posts' creators whose files the viewer sees; and whether pictures of their albums can be opened as uploaded. */
async function creatorsWhoShow(
  { rights }: Parts['accounts'],
  posts: readonly PostWithText[],
  viewerOf: (creator_id: string) => PostViewer,
): Promise<ReadonlyMap<string, { originals: boolean }>> {
  const creators = [...new Set(posts.map(({ post }) => post.creator_id))];
  const found = await Promise.all(
    creators.map(async (creator_id) => {
      const user = asUserId(creator_id);
      const shows = viewerOf(creator_id).author || (await rights.allows(user, (of) => of.is_verified));
      const { special } = await rights.of(user);
      return { creator_id, shows, originals: special.includes('original_album_images') };
    }),
  );
  return new Map(
    found.flatMap(({ creator_id, shows, originals }) => (shows ? [[creator_id, { originals }]] : [])),
  );
}

/**
 * The files of posts for a viewer: with addresses for those who may read the post, otherwise their
 * number. Addresses are bound to the reader; those of a public post are for everybody, as is the cover of an article.
 * Only certified creators show files to others.
 */
export async function postFilesOf(
  { accounts, media: { files: stored, addresses } }: Parts,
  posts: readonly PostWithText[],
  viewerOf: (creator_id: string) => PostViewer,
): Promise<(post_id: string) => PostFiles> {
  const withFiles = posts.filter(({ text }) => text.media !== '' || text.rich !== '');
  if (withFiles.length === 0) return () => NO_FILES;
  const [found, shownBy] = await Promise.all([
    stored.byIds([...new Set(withFiles.flatMap(({ text }) => fileIdsOf(text)))]),
    creatorsWhoShow(accounts, withFiles, viewerOf),
  ]);
  const named = withFiles.filter(({ post }) => shownBy.has(post.creator_id));
  // A previewed draft names any file.
  const ownFiles = (creator_id: string) =>
    new Map([...found].filter(([, { owner_id }]) => owner_id === creator_id));
  const filesOf = new Map([...shownBy.keys()].map((creator_id) => [creator_id, ownFiles(creator_id)]));

  function seen(
    { post, text, is_public }: PostWithText,
    of: PostMedia,
    files: ReadonlyMap<string, MediaFile>,
  ): Seen {
    const { post_id, creator_id, kind, has_right } = post;
    const { author, reader, at } = viewerOf(creator_id);
    const showing = (to: string, pictures: Showing['pictures']): Showing => ({
      addressOf: (file_id, variant) =>
        addresses.of({ reader: to, used_by: usedByPost(post_id), file_id, variant }, at),
      pictures,
    });
    const forAll = showing('', 'sized');
    const inDoc = (how: Showing) =>
      docFilesOf(text).flatMap((file_id) => shownFileOf(files.get(file_id), how) ?? []);
    if (!has_right) {
      const cover = kind === 'article' ? shownFileOf(files.get(of.cover), forAll) : null;
      // Of a locked document the text has the part before the line, which is for everybody.
      return { ...NOTHING_SEEN, cover, files: inDoc(forAll) };
    }
    const own = showing(reader, author ? 'original' : reader === '' ? 'sized' : 'marked');
    const ofAlbum = post.album_ids.length > 0 && shownBy.get(creator_id)?.originals === true;
    const opens_original = (of.original || ofAlbum) && !author;
    const how = is_public && !author ? { ...forAll, opens_original: ofAlbum } : { ...own, opens_original };
    const shown = (file_id: string) => shownFileOf(files.get(file_id), how);
    const { cover, pics, audio, video, captions, attachment } = of;
    return {
      cover: shown(cover),
      pics: pics.map(shown).filter((file) => file !== null),
      audio: shown(audio),
      video: shown(video),
      captions: shown(captions),
      attachment: shown(attachment),
      files: inDoc(how),
    };
  }
  const shownFiles = new Map(
    named.map((one): [string, PostFiles] => {
      const { post_id, creator_id, has_right } = one.post;
      const of = postMediaOf(one.text);
      const files = filesOf.get(creator_id) ?? new Map();
      return [post_id, { ...countsOf(of, files, has_right), ...seen(one, of, files) }];
    }),
  );
  return (post_id) => shownFiles.get(post_id) ?? NO_FILES;
}
