/** How a check says what is wrong with what is visited; `path` leads from the file's root. */
export type Report = (
  message: string,
  path?: readonly PropertyKey[],
  atKey?: boolean,
  about?: readonly string[],
) => void;
