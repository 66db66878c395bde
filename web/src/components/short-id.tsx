const LONG = /[0-9a-f]{24,}/g;
const short = (id: string): string => `${id.slice(0, 8)}…`;

/** A text with the beginnings of its long ids; the whole of it is in the title. */
export const ShortId = ({ children }: { children: string }) => (
  <span title={children}>{children.replaceAll(LONG, short)}</span>
);
