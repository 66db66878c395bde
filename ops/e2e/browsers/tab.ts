import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Person } from '#ops/actors/people.ts';
import { weakLink } from '#services/runtime/testing/weak-link.ts';
import { type Words, wordsOf } from '../words.ts';
import type { Named, Window } from './engine.ts';

/** As long as the default of Playwright's windows (visitor.ts). */
const PATIENCE_MS = 45_000;
const LOOK_AGAIN_MS = 100;

const CANDIDATES: Readonly<Record<Named['role'], string>> = {
  button: 'button, [role="button"]',
  link: 'a[href]',
  radio: 'input[type="radio"], [role="radio"]',
  textbox: 'input, textarea',
};

/** A global of the page, after the script AXE has run there. */
declare const axe: {
  setup(): void;
  teardown(): void;
  commons: { text: { accessibleText(of: Element): string } };
};

const FOUND = '[data-found]';

interface Wanted {
  css: string;
  name: string;
  /** Whether the name is a regular expression. */
  pattern: boolean;
}

/** Marks the first visible element of that name, in the middle of the window. Runs inside the page. */
function mark({ css, name, pattern }: Wanted): boolean {
  for (const one of document.querySelectorAll('[data-found]')) one.removeAttribute('data-found');
  axe.setup();
  try {
    const isNamed = (text: string) => (pattern ? new RegExp(name).test(text) : text === name);
    const found = [...document.querySelectorAll(css)].find(
      (one) =>
        one.checkVisibility() &&
        one.getClientRects().length > 0 &&
        isNamed(axe.commons.text.accessibleText(one).replace(/\s+/g, ' ').trim()),
    );
    found?.setAttribute('data-found', '');
    found?.scrollIntoView({ block: 'center', behavior: 'instant' });
    return found !== undefined;
  } finally {
    axe.teardown();
  }
}

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** What is visible: hidden parts of a page hold texts, too. */
// biome-ignore lint/performance/useDomNodeTextContent: only this leaves hidden text out
const textOf = (): string => document.body.innerText;

/** A person's window, behind a link to the server that can be cut. */
export class Tab {
  readonly t: Words = wordsOf('en-US');
  private readonly window: Window;
  private readonly link: Awaited<ReturnType<typeof weakLink>>;

  private constructor(window: Window, link: Tab['link']) {
    this.window = window;
    this.link = link;
  }

  static async open(window: Window, server: string): Promise<Tab> {
    return new Tab(window, await weakLink(server));
  }

  get troubles(): string[] {
    return this.window.troubles;
  }

  get run(): Window['run'] {
    return this.window.run;
  }

  get picture(): Window['picture'] {
    return this.window.picture;
  }

  go(path: string): Promise<void> {
    return this.window.go(new URL(path, this.link.url).href);
  }

  back(): Promise<void> {
    return this.window.back();
  }

  reload(): Promise<void> {
    return this.window.reload();
  }

  cut(): void {
    this.link.cut();
  }

  mend(): void {
    this.link.mend();
  }

  /** Repeats until it answers something else than false; pages may be changing meanwhile. */
  private async until(what: string, look: () => Promise<boolean>): Promise<void> {
    let trouble: unknown;
    for (const end = Date.now() + PATIENCE_MS; Date.now() < end; ) {
      try {
        if (await look()) return;
        trouble = undefined;
      } catch (error) {
        trouble = error;
      }
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    }
    const text = await this.run(textOf, undefined).catch(String);
    throw new Error(`${what}, on a page with “${text.slice(0, 1_500)}”`, { cause: trouble });
  }

  private do({ role, name }: Named, act: () => Promise<void>): Promise<void> {
    const pattern = name instanceof RegExp;
    const wanted = { css: CANDIDATES[role], name: pattern ? name.source : name, pattern };
    return this.until(`there is no ${role} “${name}” to use`, async () => {
      if (!(await this.run(() => 'axe' in window, undefined))) await this.window.load(AXE);
      const found = await this.run(mark, wanted);
      if (found) await act();
      return found;
    });
  }

  press(role: Named['role'], name: string | RegExp): Promise<void> {
    return this.do({ role, name }, () => this.window.press(FOUND));
  }

  /** Replaces the text of a field. */
  write(name: string, text: string): Promise<void> {
    return this.do({ role: 'textbox', name }, async () => {
      const before = await this.run(
        (css) => document.querySelector<HTMLInputElement>(css)?.value.length,
        FOUND,
      );
      await this.window.write(FOUND, text, before ?? 0);
    });
  }

  sees(text: string): Promise<void> {
    return this.until(`“${text}” is not shown`, async () =>
      (await this.run(textOf, undefined)).includes(text),
    );
  }

  seesElement(selector: string): Promise<void> {
    return this.until(`${selector} is not shown`, () =>
      this.run((css) => document.querySelector(css)?.checkVisibility() === true, selector),
    );
  }

  isAt(path: string): Promise<void> {
    return this.until(`${path} is not open`, () => this.run((at) => location.pathname === at, path));
  }

  async close(): Promise<void> {
    await this.window.close();
    await this.link.close();
  }

  /** Signs up on /reg or where the page led, with the code from the sandbox outbox below the form. */
  async signUp({ account, name, password }: Person): Promise<void> {
    const { t } = this;
    await this.write(t('accounts:field.account'), account);
    await this.press('button', t('accounts:code.send'));
    const [before = '', after = ''] = t('accounts:outbox.use', { code: '|' }).split('|');
    await this.press('button', new RegExp(`^${before}\\d{6}${after}$`));
    await this.write(t('accounts:field.name'), name);
    await this.write(t('accounts:field.password'), password);
    await this.press('button', t('accounts:reg.submit'));
  }

  async signIn({ account, password }: Person): Promise<void> {
    const { t } = this;
    await this.go('/login?back=%2F');
    await this.write(t('accounts:field.account'), account);
    await this.write(t('accounts:field.password'), password);
    await this.press('button', t('accounts:login.submit'));
    await this.isAt('/');
    // A page that is left while it is loading reports the files that did not arrive.
    await this.seesElement('main h1');
  }
}
