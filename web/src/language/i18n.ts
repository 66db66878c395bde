import i18next, { type BackendModule } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { LANGUAGE_KEY, LANGUAGES, type Language, languageOf } from './language.ts';
import { numbers, spaces, WRITING } from './numbers.ts';

type Texts = Record<string, unknown>;

// One chunk per language and area: a fan downloads neither the other language nor the creator's texts.
const files = import.meta.glob<{ default: Texts }>('./*/*.json', { base: '../locales' });

const texts: BackendModule = {
  type: 'backend',
  init: () => {},
  read: (language, area, done) => {
    const load = files[`./${language}/${area}.json`];
    if (load === undefined) {
      done(new Error(`no texts for ${area} in ${language}`), null);
      return;
    }
    load().then(
      (file) => done(null, file.default),
      (error: unknown) => done(error instanceof Error ? error : new Error(String(error)), null),
    );
  },
};

function saved(): string | null {
  try {
    return localStorage.getItem(LANGUAGE_KEY);
  } catch {
    return null; // storage switched off by the browser: the choice lasts for this visit
  }
}

/** English has its own font (`ground.css`): it is loaded together with the texts. */
function prepare(language: string): void {
  document.documentElement.lang = language;
  if (language === 'en-US') void document.fonts.load('1em "Inter Latin"').catch(() => undefined);
}

/** Loads the shell's texts in the person's language; areas load theirs when first shown. */
export async function startLanguage(): Promise<void> {
  const lng = languageOf(saved(), navigator.language);
  prepare(lng);
  i18next.on('languageChanged', prepare);
  // A choice in another window holds for all of them, as that of the theme does.
  window.addEventListener('storage', ({ key }) => {
    if (key === LANGUAGE_KEY) void i18next.changeLanguage(languageOf(saved(), navigator.language));
  });
  await i18next
    .use(texts)
    .use(initReactI18next)
    .use(numbers)
    .use(spaces)
    .init({
      lng,
      supportedLngs: LANGUAGES,
      load: 'currentOnly',
      fallbackLng: false,
      ns: ['shell'],
      defaultNS: 'shell',
      ...WRITING,
      react: { useSuspense: true },
    });
}

/** The language now shown, or about to be shown, as sent in the header `locale-lang`. */
export const language = (): Language => languageOf(i18next.language ?? saved(), navigator.language);

/** Switches without reload and remembers. */
export async function chooseLanguage(chosen: Language): Promise<void> {
  try {
    localStorage.setItem(LANGUAGE_KEY, chosen);
  } catch {
    // storage switched off by the browser: the choice lasts for this visit
  }
  await i18next.changeLanguage(chosen);
}
