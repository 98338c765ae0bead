import { usePortal } from '../portalContext.ts';
import { stopPreview } from '../previewedAccount.ts';
import { reloadPage } from '../reloadPage.ts';
import { PreviewBanner } from './PreviewBanner.tsx';

/**
 * The preview that the session is in. What was shown was somebody else's, so all of it is loaded anew
 * once it is over.
 */
export default function CurrentPreview() {
  const { api, failures } = usePortal();
  const end = async () => {
    await api.call('preview.end', {});
    stopPreview();
    reloadPage();
  };
  return (
    <PreviewBanner
      onDismiss={() => void end().catch((error: unknown) => failures.report(error))}
      // Any answer tells the page whose it is, and loads it anew if it is no longer the other's.
      onOver={() => void api.call('session.get', {}).catch(() => undefined)}
    />
  );
}
