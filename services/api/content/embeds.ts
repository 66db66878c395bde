import type { Block, RichDoc } from '#services/contract/content/rich-nodes.ts';
import { storedDoc } from '#services/contract/content/rich-text.ts';
import type { PageCards } from '#services/modules/content/page-cards.ts';

type Change = (url: string) => { title: string; description: string };

/** The block with the cards of its pages. What a client wrote into them is not kept. */
function withCard(block: Block, cardOf: Change): Block {
  switch (block.type) {
    case 'embed':
      return { type: 'embed', attrs: { url: block.attrs.url, ...cardOf(block.attrs.url), picture: '' } };
    case 'blockquote':
      return { ...block, content: block.content.map((one) => withCard(one, cardOf)) };
    case 'bulletList':
    case 'orderedList':
      return {
        ...block,
        content: block.content.map((item) => ({
          ...item,
          content: item.content.map((one) => withCard(one, cardOf)),
        })),
      };
    default:
      return block;
  }
}

/** A document with title and description of each page that it shows as a card, as the page itself says. */
export async function withCards(pageCards: PageCards, rich: string): Promise<string> {
  const doc = storedDoc(rich);
  const urls: string[] = [];
  const changed = (cardOf: Change): RichDoc | null =>
    doc && {
      ...doc,
      content: doc.content.map((one) => (one.type === 'paywall' ? one : withCard(one, cardOf))),
    };
  changed((url) => {
    urls.push(url);
    return { title: '', description: '' };
  });
  return urls.length === 0 ? rich : JSON.stringify(changed(await pageCards.of(urls)));
}
