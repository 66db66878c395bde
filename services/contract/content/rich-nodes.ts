import { z } from 'zod';
import { id, longText, text } from '../fields/fields.ts';
import { HIDDEN } from '../fields/hidden-characters.ts';
import { webAddress } from '../fields/web-address.ts';

/** Bytes of a document as JSON. */
export const MAX_RICH_BYTES = 409_600;
const MAX_ADDRESS = 2_000;

const hidden = new RegExp(`[${HIDDEN}]`);
/** Where a link may lead: `http://…`, `https://…` and `mailto:…`. */
const isLink = (href: string): boolean =>
  href.length <= MAX_ADDRESS &&
  !hidden.test(href) &&
  (/^mailto:[^\s\\\p{Cc}]+@[^\s\\\p{Cc}]+$/iu.test(href) || webAddress(href) !== undefined);

export const isWebLink = (url: string): boolean => isLink(url) && webAddress(url) !== undefined;

/** An editor writes `null` for attributes that we do not have. Anything else is refused; the type has only ours. */
const attributes = <Fields extends z.ZodRawShape>(fields: Fields) =>
  z.object(fields).catchall(z.null()) as unknown as z.ZodObject<Fields>;
const noAttributes = { attrs: attributes({}).optional() };
const fileNode = <Type extends string>(type: Type) =>
  z.strictObject({ type: z.literal(type), attrs: attributes({ file_id: id }) });

const plainMark = z.strictObject({
  type: z.enum(['bold', 'italic', 'strike', 'underline', 'code']),
  ...noAttributes,
});
const linkMark = z.strictObject({
  type: z.literal('link'),
  attrs: attributes({
    href: z.string().refine(isLink, { message: 'not_a_link' }),
    target: z.enum(['_blank']).nullish(),
    rel: z
      .string()
      .regex(/^[a-z ]{0,60}$/)
      .nullish(),
  }),
});
const marks = z
  .array(z.discriminatedUnion('type', [plainMark, linkMark]))
  .max(6)
  .optional();

const plainText = z.strictObject({ type: z.literal('text'), text: longText(MAX_RICH_BYTES, 0).min(1) });
const inline = z.discriminatedUnion('type', [
  plainText.extend({ marks }),
  z.strictObject({ type: z.literal('hardBreak'), marks, ...noAttributes }),
]);
const inlines = z.array(inline).optional();

const paragraph = z.strictObject({ type: z.literal('paragraph'), content: inlines, ...noAttributes });
const heading = z.strictObject({
  type: z.literal('heading'),
  attrs: attributes({ level: z.union([z.literal(2), z.literal(3)]) }),
  content: inlines,
});
const codeBlock = z.strictObject({
  type: z.literal('codeBlock'),
  attrs: attributes({
    language: z
      .string()
      .regex(/^[\w+#.-]{0,40}$/)
      .nullish(),
  }).optional(),
  content: z.array(plainText).optional(),
});
const horizontalRule = z.strictObject({ type: z.literal('horizontalRule'), ...noAttributes });
const image = z.strictObject({
  type: z.literal('image'),
  attrs: attributes({ file_id: id, alt: text(200).nullish(), caption: text(200).nullish() }),
});
const gallery = z.strictObject({
  type: z.literal('gallery'),
  attrs: attributes({ file_ids: z.array(id).min(2).max(9) }),
});
const productCard = z.strictObject({
  type: z.literal('productCard'),
  attrs: attributes({ plan_id: id, sku_id: z.union([z.literal(''), id]).nullish() }),
});
/** A card of a page. The server reads title and description from that page; it shows no picture of others. */
const embed = z.strictObject({
  type: z.literal('embed'),
  attrs: attributes({
    url: z.string().refine(isWebLink, { message: 'not_a_link' }),
    title: text(200).nullish(),
    description: text(500).nullish(),
    picture: z.literal('').nullish(),
  }),
});
const paywall = z.strictObject({ type: z.literal('paywall'), ...noAttributes });

const LEAVES = [
  paragraph,
  heading,
  codeBlock,
  horizontalRule,
  image,
  gallery,
  fileNode('audio'),
  fileNode('video'),
  fileNode('attachment'),
  productCard,
  embed,
] as const;

type NoAttributes = z.infer<z.ZodObject<typeof noAttributes>>;
interface ListItem extends NoAttributes {
  type: 'listItem';
  content: Block[];
}
/** A node of a document that can be in another one. */
export type Block =
  | z.infer<(typeof LEAVES)[number]>
  | ({ type: 'blockquote'; content: Block[] } & NoAttributes)
  | ({ type: 'bulletList'; content: ListItem[] } & NoAttributes)
  | { type: 'orderedList'; attrs?: z.infer<typeof listAttributes>; content: ListItem[] };

const listAttributes = attributes({ start: z.number().int().min(0).max(100_000).nullish() }).optional();
const nested = {
  get content(): z.ZodArray<z.ZodType<Block>> {
    return z.array(block).min(1);
  },
};
const listItem = z.strictObject({
  type: z.literal('listItem'),
  ...noAttributes,
  content: z.lazy(() => nested.content),
});
const items = z.array(listItem).min(1);
const BLOCKS = [
  ...LEAVES,
  z.strictObject({ type: z.literal('bulletList'), ...noAttributes, content: items }),
  z.strictObject({ type: z.literal('orderedList'), attrs: listAttributes, content: items }),
  z.strictObject({ type: z.literal('blockquote'), ...noAttributes, content: z.lazy(() => nested.content) }),
] as const;
const block: z.ZodType<Block> = z.discriminatedUnion('type', BLOCKS);

/** ProseMirror JSON. The line of the paywall is between blocks of the document. */
export const richDoc = z.strictObject({
  type: z.literal('doc'),
  ...noAttributes,
  content: z.array(z.discriminatedUnion('type', [...BLOCKS, paywall])).min(1),
});
export type RichDoc = z.infer<typeof richDoc>;
/** A node of a document, or of a list. */
export type DocNode = RichDoc['content'][number] | ListItem;
export type Inline = z.infer<typeof inline>;
