/** An element to press or to fill: its role, and the name that a screen reader says. */
export interface Named {
  role: 'button' | 'link' | 'radio' | 'textbox';
  name: string | RegExp;
}

/** A window of a browser that Playwright does not drive. Elements are found by a CSS selector: the first one. */
export interface Window {
  go(url: string): Promise<void>;
  back(): Promise<void>;
  reload(): Promise<void>;
  /** Runs a function inside the page; argument and answer are JSON. */
  run<Arg, Answer>(inside: (given: Arg) => Answer | Promise<Answer>, given: Arg): Promise<Answer>;
  /** Runs a script inside the page. */
  load(script: string): Promise<void>;
  press(selector: string): Promise<void>;
  /** @param erased the number of letters at the end that are erased first */
  write(selector: string, text: string, erased?: number): Promise<void>;
  /** PNG */
  picture(): Promise<Buffer>;
  /** Errors of pages, where the browser reports them. */
  troubles: string[];
  close(): Promise<void>;
}

export interface Engine {
  /** A new person's window, in English: nothing is shared with others. */
  open(): Promise<Window>;
  close(): Promise<void>;
}

/** Width and height of a window, px: no browser has a larger minimum. */
export const SIZE = { width: 480, height: 900 };
