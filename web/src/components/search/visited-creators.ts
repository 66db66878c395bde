import { deviceHistory } from './device-history.ts';

/** Overview specification 5: three creators, each as slug, blank and name. */
const visited = deviceHistory({
  key: 'visiter_history',
  most: 3,
  nameOf: (entry) => entry.split(' ', 1)[0] ?? '',
});

export const forgetCreators = visited.forget;

export const rememberCreator = (person: string, { slug, name }: { slug: string; name: string }): void =>
  visited.remember(person, `${slug} ${name}`);

/** The creators whose pages the person opened last on this device. */
export const useVisitedCreators = (person: string): { slug: string; name: string }[] =>
  visited.useHistory(person).flatMap((entry) => {
    const [, slug, name] = /^([0-9A-Za-z]+) (.*)$/s.exec(entry) ?? [];
    return slug === undefined || name === undefined ? [] : [{ slug, name }];
  });
