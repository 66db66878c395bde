/** Controls that reverse the text after them: a name with one changes how its page reads. Written for a class of a RegExp. */
export const HIDDEN = '\\u202A-\\u202E\\u2066-\\u2069';
