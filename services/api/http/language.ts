import type { FastifyRequest } from 'fastify';

export const languages = ['zh-CN', 'en-US'] as const;
export type Language = (typeof languages)[number];

export type Sentence = Readonly<Record<Language, string>>;
export const both = (chinese: string, english: string): Sentence => ({ 'zh-CN': chinese, 'en-US': english });

/** The caller's language: header `locale-lang`; Chinese by default (docs: Conventions). */
export function languageOf(request: FastifyRequest): Language {
  const header = request.headers['locale-lang'];
  return typeof header === 'string' && header.toLowerCase().startsWith('en') ? 'en-US' : 'zh-CN';
}
