/** A table of a file, or its objects: what its refused lines need to be sent again. */
export interface Section {
  /** Its lines are those behind this one. */
  readonly after: number;
  readonly form: 'CSV' | 'JSON';
  /** As it was sent. */
  readonly header?: string | undefined;
  readonly delimiter?: string | undefined;
  /** How it was read (`sayReading`), which a few of its lines might not tell. */
  readonly said: Readonly<Record<string, string>>;
}
