import { beforeEach, expect, test, vi } from 'vitest';
import { filmAddresses } from './film-addresses.ts';

const NOW = 1_000_000;
const signed = (variant: string, end: number) => `/media/f1/${variant}?e=${end}&u=r&p=post%3A1&s=x`;
const absolute = (address: string) => `https://shop.example${address}`;
let end: number;
let reads: string[];
let allowed: boolean;

beforeEach(() => {
  vi.useFakeTimers({ now: NOW * 1_000, toFake: ['Date'] });
  [end, reads, allowed] = [NOW + 100, [], true];
});

/** What the server answers now. */
const lists = (): Readonly<Record<string, string>> => ({
  hls: `#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\n${signed('hls720', end)}\n${signed('hls480', end)}\n`,
  ...Object.fromEntries(
    ['720', '480'].map((size) => [
      `hls${size}`,
      `#EXTM3U\n#EXT-X-MAP:URI="${signed(`film${size}`, end)}",BYTERANGE="4@0"\n#EXTINF:6,\n${signed(`film${size}`, end)}\n`,
    ]),
  ),
});
const addresses = () =>
  filmAddresses({
    async read(address) {
      reads.push(address);
      return lists()[/f1\/(\w+)/.exec(address)?.[1] ?? ''] ?? '';
    },
    renew: async () => (allowed ? signed('hls', end) : undefined),
  });

test('a valid address stays; an ended one is replaced by that of the same part, read once for all', async () => {
  const fresh = addresses();
  const old = absolute(signed('film720', end));
  expect(await fresh(old)).toBe(old);
  expect(reads).toEqual([]);
  vi.setSystemTime((NOW + 180) * 1_000);
  end = NOW + 280;
  const answers = await Promise.all(
    [old, absolute(signed('film480', NOW)), absolute(signed('hls720', NOW))].map(fresh),
  );
  expect(answers).toEqual(['film720', 'film480', 'hls720'].map((part) => signed(part, end)));
  expect(reads).toHaveLength(3);
  expect(await fresh(old)).toBe(signed('film720', end));
  expect(reads).toHaveLength(3);
  vi.setSystemTime((NOW + 300) * 1_000);
  end = NOW + 400;
  expect(await fresh(old)).toBe(signed('film720', end));
  expect(reads).toHaveLength(6);
});

test('who may not see the film any more gets no address; a later try reads again', async () => {
  const fresh = addresses();
  vi.setSystemTime((NOW + 180) * 1_000);
  end = NOW + 280;
  allowed = false;
  await expect(fresh(signed('film720', NOW))).rejects.toThrow('no address any more');
  allowed = true;
  expect(await fresh(signed('film720', NOW))).toBe(signed('film720', end));
});
