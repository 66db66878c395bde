import { useEffect, useRef } from 'react';

const REFUSED = '[aria-invalid="true"], .mantine-InputWrapper-error';
const FIELD = 'input:not([type="file"], [type="hidden"]), textarea, button';

/** The field itself, or the nearest one around an error text. */
const fieldOf = (at: Element | null): HTMLElement | null =>
  at &&
  (at.matches(FIELD)
    ? (at as HTMLElement)
    : (at.querySelector<HTMLElement>(FIELD) ?? fieldOf(at.parentElement)));

/** For a form's element: after each refusal its first refused field gets the focus, or else its submit button. */
export function useFocusRefused(refusals: number) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    if (refusals === 0) return;
    const at = form.current?.querySelector(REFUSED) ?? form.current?.querySelector('[type="submit"]');
    fieldOf(at ?? null)?.focus();
  }, [refusals]);
  return form;
}
