import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Builder, By, Capabilities, Key } from 'selenium-webdriver';
import { freePort } from '#ops/postgres/server.ts';
import { type Engine, SIZE, type Window } from './engine.ts';

export interface WebKitPrograms {
  driver: string;
  /** The browser: WebKitGTK without anything around pages. */
  miniBrowser: string;
  /** WebKitGTK draws into a display; this one is in memory. */
  xvfb: string;
}

/** They end with this process in any case. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const one of running) one.kill();
});

function start(
  program: string,
  words: readonly string[],
  env: NodeJS.ProcessEnv = process.env,
): ChildProcess {
  const child = spawn(program, words, { env, stdio: ['ignore', 'ignore', 'ignore', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** The number of a new display. */
async function startDisplay(xvfb: string): Promise<{ display: string; child: ChildProcess }> {
  const child = start(xvfb, ['-displayfd', '3', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp']);
  const pipe = child.stdio[3];
  if (!pipe) throw new Error('Xvfb has no pipe');
  const [number] = (await once(pipe, 'data')) as [Buffer];
  return { display: `:${String(number).trim()}`, child };
}

const PATIENCE_MS = 20_000;

async function untilListening(port: number): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; ; ) {
    const ready = await fetch(`http://127.0.0.1:${port}/status`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > end) throw new Error(`WebKitWebDriver does not answer on port ${port}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** WebKitGTK by classic WebDriver. A driver has one window, so each person gets a driver of their own. */
export async function startWebKit({ driver, miniBrowser, xvfb }: WebKitPrograms): Promise<Engine> {
  const { display, child: screen } = await startDisplay(xvfb);
  // Without this language the browser's own is "C".
  const env = { ...process.env, DISPLAY: display, LANG: 'en_US.UTF-8', LANGUAGE: 'en_US' };

  async function open(): Promise<Window> {
    const port = await freePort();
    const server = start(driver, [`--port=${port}`], env);
    await untilListening(port);
    const options = { binary: miniBrowser, args: ['--automation'] };
    const wanted = { browserName: 'MiniBrowser', 'webkitgtk:browserOptions': options };
    const session = await new Builder()
      .usingServer(`http://127.0.0.1:${port}`)
      .withCapabilities(new Capabilities(wanted))
      .build();
    await session
      .manage()
      .window()
      .setRect({ x: 0, y: 0, ...SIZE });
    const find = (selector: string) => session.findElement(By.css(selector));
    return {
      troubles: [],
      go: (url) => session.get(url),
      back: () => session.navigate().back(),
      reload: () => session.navigate().refresh(),
      run: (inside, argument) => session.executeScript(`return (${inside})(arguments[0])`, argument),
      load: (script) => session.executeScript(script),
      press: (selector) => find(selector).click(),
      write: (selector, text, erased = 0) =>
        find(selector).sendKeys(Key.END, Key.BACK_SPACE.repeat(erased), text),
      picture: async () => Buffer.from(await session.takeScreenshot(), 'base64'),
      async close() {
        await session.quit();
        server.kill();
      },
    };
  }

  return {
    open,
    close: async () => void screen.kill(),
  };
}
