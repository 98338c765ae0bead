/**
 * Line breaks and other control characters (C0, DEL, C1, U+2028 and U+2029), and the marks that turn the
 * direction of what follows (U+202A to U+202E, U+2066 to U+2069): a name with these looks like another.
 */
const hidden = '\\u0000-\\u001f\\u007f-\\u009f\\u2028-\\u202e\\u2066-\\u2069';

/** A text of one line that looks like what it is. Of what is entered: what is stored already may differ. */
export const linePattern = new RegExp(`^[^${hidden}]*$`, 'u');
