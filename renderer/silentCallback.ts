/**
 * The page that the identity provider answers to in the hidden frame of a silent sign-in. It hands
 * the answer to the portal around it, in the message that oidc-client-ts waits for, without loading
 * that library a second time. Opened as a page, as from the history, it leads on to the portal.
 */
if (window.parent === window) {
  window.location.replace('/');
} else {
  window.parent.postMessage(
    { source: 'oidc-client', url: window.location.href, keepOpen: false },
    window.location.origin,
  );
}
