declare module 'virtual:operations' {
  interface Feature {
    /** Whether an answer is as its operation's schema says, by the operation's id. */
    readonly checks: Readonly<Record<string, (body: unknown) => boolean>>;
    readonly addresses: Readonly<Record<string, Address>>;
  }

  /** Where an operation lives, with `{name}` for each path parameter. */
  export interface Address {
    readonly method: string;
    readonly path: string;
    /** The server tells when its answer changes. */
    readonly pushes?: true;
  }

  /** What every page calls before it shows anything. */
  export const first: Feature;
  /** By feature, which is the first part of an operation's id: its operations. */
  export const loaders: Readonly<Record<string, () => Promise<Feature>>>;
}
