/** Order numbers are longer. */
const POSITION = /^\d{1,12}$/;

/** The position that was typed or pasted as it is displayed (`23,230`); undefined for other words. */
export function positionIn(words: string): number | undefined {
  const digits = words.replace(/[,，\s]/g, '');
  return POSITION.test(digits) ? Number(digits) : undefined;
}
