import { lazyPart } from '../../core/lazyPart.tsx';

/** Most forms take no files. */
export const FileWidget = lazyPart(() => import('./UploadField.tsx'));
