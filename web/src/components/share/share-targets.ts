/** What a link to a page shows elsewhere. */
export interface Shared {
  /** Path of the page on this site. */
  path: string;
  title: string;
  /** Below the title; may be empty. */
  text: string;
  /** Of this site; empty: none. */
  picture: string;
}

type Site = 'weibo' | 'qq' | 'douban';

const PAGES: Readonly<
  Record<Site, (fields: Record<'url' | 'title' | 'text' | 'picture', string>) => [string, object]>
> = {
  weibo: ({ url, title, picture }) => [
    'https://service.weibo.com/share/share.php',
    { url, title, pic: picture },
  ],
  qq: ({ url, title, text, picture }) => [
    'https://connect.qq.com/widget/shareqq/index.html',
    { url, title, summary: text, pics: picture },
  ],
  douban: ({ url, title, text, picture }) => [
    'https://www.douban.com/share/service',
    { href: url, name: title, text, image: picture },
  ],
};

/** Address of another site's page that shares a link; parts that are empty are left out. */
export function shareAddress(site: Site, { path, title, text, picture }: Shared, origin: string): string {
  const absolute = (address: string) => (address === '' ? '' : new URL(address, origin).href);
  // Other addresses are signed for this reader, for two minutes: they are nobody else's.
  const open = picture.startsWith('/files/') ? absolute(picture) : '';
  const [page, fields] = PAGES[site]({ url: absolute(path), title, text, picture: open });
  const query = Object.entries(fields).filter(([, value]) => value !== '');
  return `${page}?${new URLSearchParams(query)}`;
}

/** The beginning of a text, in one line. */
export function beginningOf(text: string, most: number): string {
  const letters = [...text.replace(/\s+/g, ' ').trim()];
  return letters.length > most ? `${letters.slice(0, most).join('').trimEnd()}…` : letters.join('');
}
