/** A window with less width than this, in em, is narrow: a phone with text of one and a half times the usual size. */
const FEW_EM = 18;

/**
 * Marks the root with `data-narrow` while large text leaves little room in the window: rows become columns
 * (`narrow.css`). Media queries do not know the size of the text that a page is drawn with.
 */
export function markNarrowWindow(): void {
  const ruler = document.createElement('div');
  ruler.style.cssText = 'position: absolute; visibility: hidden; width: 1rem; height: 0';
  document.body.append(ruler);
  const measure = (): void => {
    const room = window.innerWidth / ruler.getBoundingClientRect().width;
    document.documentElement.toggleAttribute('data-narrow', room < FEW_EM);
  };
  new ResizeObserver(measure).observe(ruler);
  window.addEventListener('resize', measure);
  measure();
}
