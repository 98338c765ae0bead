import type { Plugin } from 'vite';

/** Serves the silent sign-in's page at its public address while developing, as the server does. */
export function silentCallbackPlugin(): Plugin {
  return {
    name: 'meterhouse-silent-callback',
    configureServer(server) {
      server.middlewares.use((request, _response, next) => {
        const query = /^\/auth\/silent-callback(\?.*)?$/.exec(request.url ?? '');
        if (query) request.url = `/silent-callback.html${query[1] ?? ''}`;
        next();
      });
    },
  };
}
