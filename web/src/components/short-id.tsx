const [FIRST, LAST] = [8, 4];

/** A long id on one line: its beginning and its end; the whole of it is in the title. */
export const ShortId = ({ children }: { children: string }) => (
  <span title={children}>
    {children.length <= FIRST + LAST ? children : `${children.slice(0, FIRST)}…${children.slice(-LAST)}`}
  </span>
);
