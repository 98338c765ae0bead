/** Where a page hears which calls answer something else by now. */
export const changesPath = '/api/changes';

/** Of an answer that is another account's, which somebody looks at: the preview's number. */
export const previewHeader = 'Meterhouse-Preview';
