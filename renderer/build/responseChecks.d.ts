declare module 'virtual:response-checks' {
  /** Whether an answer is as its operation's schema says. */
  type Check = (body: unknown) => boolean;
  /** By feature, which is the first part of an operation's id: its operations' checks by their ids. */
  const loaders: Readonly<
    Record<string, () => Promise<{ default: Readonly<Record<string, Check>> }>>
  >;
  export default loaders;
}
