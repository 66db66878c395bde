import fc from 'fast-check';
import { fastify } from 'fastify';
import { expect, it } from 'vitest';
import { bytesOf, cutItems, cutText, MAX_ANSWER_BYTES, maxRowBytes, serialized } from './answer-size.ts';
import { answerFailures } from './errors.ts';

it('gives rows shares that fit together, and small ones all that they need', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(400_000), { minLength: 1, maxLength: 100 }), (sizes) => {
      const share = maxRowBytes(sizes, 1_000_000);
      const used = sizes.map((size) => Math.min(size, share));
      expect(used.reduce((sum, size) => sum + size, 0)).toBeLessThanOrEqual(1_000_000);
      const whole = sizes.reduce((sum, size) => sum + size, 0) <= 1_000_000;
      if (whole) expect(used).toEqual(sizes);
    }),
  );
});

it('cuts texts and lists by the bytes that they are sent in', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme', maxLength: 500 }),
      fc.integer({ min: 8, max: 400 }),
      (text, most) => {
        const cut = cutText(text, most);
        expect(bytesOf(cut)).toBeLessThanOrEqual(Math.max(most, 2));
        if (bytesOf(text) <= most) expect(cut).toBe(text);
      },
    ),
  );
  expect(cutItems(['aa', 'bb', 'cc'], 10)).toEqual(['aa', 'bb']);
});

it('never sends a list of more than 1 MiB: it is refused by per_page', async () => {
  const app = fastify();
  app.setSerializerCompiler(() => serialized);
  answerFailures(app);
  const schema = { response: { 200: {} } };
  const rows = (bytes: number) => ({ ec: 200, em: '', data: { list: ['x'.repeat(bytes)] } });
  app.get('/fits', { schema }, async () => rows(MAX_ANSWER_BYTES - 1_000));
  app.get('/large', { schema }, async () => rows(MAX_ANSWER_BYTES + 1));
  app.get('/detail', { schema }, async () => ({
    ec: 200,
    data: { text: 'x'.repeat(MAX_ANSWER_BYTES + 1) },
  }));
  const ask = async (url: string) => (await app.inject(url)).json<{ ec: number; data: object }>();
  expect((await ask('/fits')).ec).toBe(200);
  expect((await ask('/detail')).ec).toBe(200);
  expect(await ask('/large')).toMatchObject({ ec: 40000, data: { errors: [{ field: 'per_page' }] } });
  await app.close();
});
