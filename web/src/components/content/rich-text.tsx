import { Anchor, Group, Paper, Text } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { ShownFile } from '#services/contract/media/media.ts';
import { CopyIcon } from '../copy/copy-icon.tsx';
import type { Renew } from '../media/address.ts';
import { AttachmentRow } from '../media/attachment-row.tsx';
import { AudioPlayer } from '../media/audio-player.tsx';
import { MediaImage } from '../media/media-image.tsx';
import { PictureGrid } from '../media/picture-grid.tsx';
import { VideoPlayer } from '../media/video-player.tsx';
import { usePostRenewal } from './post-renewal.ts';
import { ProductCard } from './product-card.tsx';
import { docIn, nodeText, type RichNode } from './rich-node.ts';
import classes from './rich-text.module.css';

const LINK = /^(https?:\/\/|mailto:)/i;
/** From so many headings on there is a list of contents. */
const MIN_CONTENTS = 3;

interface Reading {
  post_id: string;
  /** The creator lets texts be copied. */
  can_copy: boolean;
  /** Of the article, for its sounds. */
  title: string;
  /** Those that the reader can see. */
  files: readonly ShownFile[];
}
const ReadingContext = createContext<Reading & { renew: Renew }>({
  post_id: '',
  can_copy: true,
  title: '',
  files: [],
  renew: () => Promise.resolve(undefined),
});

type Draw = (props: { node: RichNode }) => ReactNode;

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** The blocks and lines inside of a node; what is unknown is left out. */
const Inner = ({ node: { content = [] } }: { node: RichNode }) =>
  content.map((node, index) => {
    const Node = NODES[node.type ?? ''];
    return Node && <Node key={index} node={node} />;
  });

const MARKS: Readonly<Record<string, (inner: ReactNode) => ReactNode>> = {
  bold: (inner) => <strong>{inner}</strong>,
  italic: (inner) => <em>{inner}</em>,
  strike: (inner) => <s>{inner}</s>,
  underline: (inner) => <u>{inner}</u>,
  code: (inner) => <code>{inner}</code>,
};

function Line({ node: { text: words = '', marks = [] } }: { node: RichNode }) {
  return marks.reduce<ReactNode>((inner, { type = '', attrs = {} }) => {
    const href = text(attrs.href);
    if (type === 'link' && LINK.test(href))
      return (
        <Anchor href={href} inherit underline="always" target="_blank" rel="noreferrer noopener nofollow ugc">
          {inner}
        </Anchor>
      );
    return MARKS[type]?.(inner) ?? inner;
  }, words);
}

function Heading({ node }: { node: RichNode }) {
  const Tag = node.attrs?.level === 3 ? 'h3' : 'h2';
  return (
    <Tag id={headingId(node)} tabIndex={-1}>
      <Inner node={node} />
    </Tag>
  );
}

function Code({ node }: { node: RichNode }) {
  const { t } = useTranslation('shell');
  const { can_copy } = useContext(ReadingContext);
  const code = nodeText(node).trimEnd();
  return (
    <div className={classes.code}>
      <pre
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls is scrolled by keys, too
        tabIndex={0}
      >
        <code>{code}</code>
      </pre>
      {can_copy && (
        <div className={classes.copy}>
          <CopyIcon value={code} label={t('action.copy')} />
        </div>
      )}
    </div>
  );
}

function Numbered({ node }: { node: RichNode }) {
  const start = Number(node.attrs?.start);
  return (
    <ol {...(Number.isInteger(start) && { start })}>
      <Inner node={node} />
    </ol>
  );
}

function Embed({ node: { attrs = {} } }: { node: RichNode }) {
  const [url, title, description] = [attrs.url, attrs.title, attrs.description].map(text);
  if (!url || !URL.canParse(url) || !LINK.test(url)) return null;
  return (
    <Paper withBorder p="sm" className={classes.card}>
      <Group gap="sm" wrap="nowrap">
        <IconExternalLink size={24} aria-hidden />
        <div style={{ minWidth: 0 }}>
          <Anchor
            href={url}
            fw={650}
            target="_blank"
            rel="noreferrer noopener nofollow ugc"
            style={{ overflowWrap: 'anywhere' }}
          >
            {title || url}
          </Anchor>
          <Text className="hint" style={{ overflowWrap: 'anywhere' }}>
            {description || new URL(url).host}
          </Text>
        </div>
      </Group>
    </Paper>
  );
}

function Product({ node: { attrs = {} } }: { node: RichNode }) {
  const { post_id } = useContext(ReadingContext);
  const plan_id = text(attrs.plan_id);
  return plan_id === '' ? null : (
    <div className={classes.card}>
      <ProductCard plan_id={plan_id} sku_id={text(attrs.sku_id)} post_id={post_id} />
    </div>
  );
}

/** The files of a node that the reader can see. */
function useFiles({ attrs = {} }: RichNode): ShownFile[] {
  const { files } = useContext(ReadingContext);
  const ids: readonly unknown[] = Array.isArray(attrs.file_ids) ? attrs.file_ids : [attrs.file_id];
  return ids.flatMap((id) => files.find(({ file_id }) => file_id === id) ?? []);
}

function Figure({ node }: { node: RichNode }) {
  const { renew } = useContext(ReadingContext);
  const [file] = useFiles(node);
  const [alt, caption] = [node.attrs?.alt, node.attrs?.caption].map(text);
  if (file === undefined) return null;
  // The grid says that it is being prepared.
  if (file.url === '') return <Grid node={node} />;
  return (
    <figure className={classes.figure}>
      <MediaImage
        file={file}
        alt={alt || caption || ''}
        renew={renew}
        sizes="(max-width: 720px) 100vw, 680px"
      />
      {caption && <figcaption>{caption}</figcaption>}
    </figure>
  );
}

function Grid({ node }: { node: RichNode }) {
  const { renew } = useContext(ReadingContext);
  return (
    <div className={classes.card}>
      <PictureGrid files={useFiles(node)} renew={renew} />
    </div>
  );
}

function Player({ node }: { node: RichNode }) {
  const { renew, post_id, title } = useContext(ReadingContext);
  const [file] = useFiles(node);
  if (file === undefined) return null;
  return (
    <div className={classes.card}>
      {file.kind === 'audio' && <AudioPlayer track={{ file, post_id, title, renew }} />}
      {file.kind === 'video' && <VideoPlayer file={file} poster={null} renew={renew} />}
      {file.kind === 'attachment' && <AttachmentRow file={file} renew={renew} />}
    </div>
  );
}

/** How each node of a document is drawn. */
const NODES: Readonly<Record<string, Draw>> = {
  text: Line,
  hardBreak: () => <br />,
  paragraph: ({ node }) => (
    <p>
      <Inner node={node} />
    </p>
  ),
  heading: Heading,
  bulletList: ({ node }) => (
    <ul>
      <Inner node={node} />
    </ul>
  ),
  orderedList: Numbered,
  listItem: ({ node }) => (
    <li>
      <Inner node={node} />
    </li>
  ),
  blockquote: ({ node }) => (
    <blockquote>
      <Inner node={node} />
    </blockquote>
  ),
  codeBlock: Code,
  horizontalRule: () => <hr />,
  image: Figure,
  gallery: Grid,
  audio: Player,
  video: Player,
  attachment: Player,
  productCard: Product,
  embed: Embed,
};

/** Headings are linked by their words; equal ones lead to the first. */
const headingId = (node: RichNode): string => `s-${nodeText(node).trim().replace(/\s+/g, '-')}`;

/** The headings of an article, as links. */
function Contents({ doc }: { doc: RichNode }) {
  const { t } = useTranslation('content');
  const headings = (doc.content ?? []).filter(({ type }) => type === 'heading');
  if (headings.length < MIN_CONTENTS) return null;
  return (
    <nav className={classes.contents} aria-label={t('page.contents')}>
      <Text fw={650} size="sm">
        {t('page.contents')}
      </Text>
      <ol>
        {headings.map((node, index) => (
          <li key={index} data-level={node.attrs?.level === 3 ? 3 : 2}>
            <Anchor href={`#${headingId(node)}`} size="sm" c="inherit">
              {nodeText(node)}
            </Anchor>
          </li>
        ))}
      </ol>
    </nav>
  );
}

interface Props extends Reading {
  /** JSON of the document. */
  rich: string;
}

/** The text of an article, with its contents from three headings on. Everything is drawn by components: there is no HTML. */
export function RichText({ rich, post_id, can_copy, title, files }: Props) {
  const doc = useMemo(() => docIn(rich), [rich]);
  const renew = usePostRenewal(post_id);
  const reading = useMemo(
    () => ({ post_id, can_copy, title, files, renew }),
    [post_id, can_copy, title, files, renew],
  );
  if (doc === undefined) return null;
  return (
    <ReadingContext value={reading}>
      <Contents doc={doc} />
      <div className={classes.text}>
        <Inner node={doc} />
      </div>
    </ReadingContext>
  );
}
