/** A file that a visitor opens by its address runs nothing and loads nothing. */
export const FILE_POLICY = "default-src 'none'; style-src 'unsafe-inline'; sandbox";
