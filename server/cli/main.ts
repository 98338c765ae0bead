import { existsSync } from 'node:fs';
import path from 'node:path';
import type { Country } from '../../schemas/entities/market.ts';
import { ConfigError, readConfig } from '../config.ts';
import { DatabaseLockedError, type Holding } from '../database/directoryLock.ts';
import type { Database } from '../database/open.ts';

/** `npm run portal -- COMMAND …`: one file per command, loaded only when it is called. */

const localesDirectory = path.resolve(import.meta.dirname, '../../locales');
const print = (line: string) => process.stdout.write(`${line}\n`);

interface Command {
  readonly usage: string;
  /** What `--help` says besides; left out: the usage says it all. */
  readonly options?: () => Promise<string>;
  /** It says by itself how it is called. */
  readonly helps?: true;
  run(args: string[]): Promise<number>;
}

const commands: Record<string, Command> = {
  import: {
    usage:
      'import [documents] FILE…   CSV or telegrams, or files for the archive; docs/operators.md',
    options: async () => {
      const { importOptions } = await import('./import.ts');
      return importOptions;
    },
    run: async (files) => {
      const { runImport } = await import('./import.ts');
      const { markets, ...sources } = await readMarkets();
      const [{ openFileStore }, { createFiles }, { openTakers }] = await Promise.all([
        import('../storage/openFileStore.ts'),
        import('../storage/files.ts'),
        import('./openTakers.ts'),
      ]);
      return withDatabase(async (database) => {
        const openFiles = async () => {
          const store = await openFileStore(readConfig(process.env));
          return createFiles({ database, store, now: () => new Date() });
        };
        const { takers, close } = await openTakers(database, markets);
        try {
          return await runImport(files, {
            ...{ database, markets, openFiles, takers, print },
            ...sources,
          });
        } finally {
          await close();
        }
      });
    },
  },
  manifest: {
    usage: 'manifest check|status|list|show|explain …',
    helps: true,
    run: async (args) => {
      const { runManifestCommand } = await import('./manifest.ts');
      const config = readConfig(process.env);
      return runManifestCommand(args, {
        manifestsDirectory: config.MANIFESTS_DIR,
        dataDirectory: config.DATA_DIR,
        localesDirectory,
        print,
        environment: process.env,
        withDatabase: async (work) => {
          const isThere = config.DATABASE_URL || existsSync(path.join(config.DATA_DIR, 'pglite'));
          return isThere ? withDatabase(work) : work(undefined);
        },
      });
    },
  },
  readings: {
    usage: 'readings recompute [--property ID]   all figures anew from the readings',
    run: async (args) => {
      const { runReadings } = await import('./readings.ts');
      return withDatabase((database) => runReadings(args, { database, print }));
    },
  },
  token: {
    usage: 'token USER            a short-lived bearer token, for curl and scripts',
    run: async ([username]) => {
      const { runToken } = await import('./token.ts');
      const config = readConfig(process.env);
      return withDatabase((database) => runToken(username, { config, database, print }));
    },
  },
  account: {
    usage: 'account create|disable|enable|remove-totp USER …',
    run: async (args) => {
      const { runAccount } = await import('./account.ts');
      const config = readConfig(process.env);
      return withDatabase((database) =>
        runAccount(args, { config, database, localesDirectory, print }),
      );
    },
  },
  doctor: {
    usage:
      'doctor [CHECK…] [--json]   what is wrong with what the portal stands on, and how to mend it',
    run: async (args) => {
      const { runDoctor } = await import('./doctor.ts');
      const code = await runDoctor(args, { config: readConfig(process.env), print });
      // What never answered would hold the process for as long as it likes.
      return new Promise<never>(() => void process.stdout.write('', () => process.exit(code)));
    },
  },
  backup: {
    usage: `backup FILE|- [--for KEY]…   all that the portal keeps, as one file
  npm run portal -- backup --new-key FILE   a key for encrypted ones; docs/operators.md`,
    run: async (args) => {
      const { runBackup } = await import('./backup.ts');
      return runBackup(args, { config: readConfig(process.env), print });
    },
  },
  restore: {
    usage: 'restore FILE|- [--key FILE] [--check]   a backup into an empty database',
    run: async (args) => {
      const { runRestore } = await import('./backup.ts');
      return runRestore(args, { config: readConfig(process.env), print });
    },
  },
  move: {
    usage: 'move postgres://…     from the embedded database to a PostgreSQL server',
    run: async (args) => {
      const { runMove } = await import('./backup.ts');
      return runMove(args, { config: readConfig(process.env), print });
    },
  },
  keys: {
    usage: 'keys rotate [--at-once]   new keys of the embedded sign-in; docs/operators.md',
    run: async (args) => {
      const { runKeys } = await import('./keys.ts');
      const { OIDC_ISSUER: issuer } = readConfig(process.env);
      return withDatabase((database) => runKeys(args, { issuer, database, print }));
    },
  },
  webhook: {
    usage: 'webhook rotate USER [--at-once]   another secret for a customer’s webhook',
    run: async (args) => {
      const { runWebhook } = await import('./webhook.ts');
      return withDatabase((database) => runWebhook(args, { database, print }));
    },
  },
  work: {
    usage: 'work                  make reports and send mails, beside portals with WORKERS=0',
    run: async () => {
      const { runWork } = await import('./work.ts');
      const config = readConfig(process.env);
      const stopping = new AbortController();
      for (const signal of ['SIGINT', 'SIGTERM'] as const) {
        process.on(signal, () => stopping.abort());
      }
      return withDatabase(
        (database) =>
          runWork({ config, database, localesDirectory, print, stopping: stopping.signal }),
        'starting',
      );
    },
  },
  demo: {
    usage: 'demo [--properties N] [--months M]   demo data of a size of your choice',
    run: async (args) => {
      const { runDemo } = await import('./demo.ts');
      const { markets } = await readMarkets();
      return withDatabase((database) => runDemo(args, { database, markets, print }));
    },
  },
};

/** As the server that runs beside it: with the markets and sources of files that are sound. */
async function readMarkets() {
  const [{ salvageManifests }, { listMarkets }, { listImportSources }, { openSourceFile }] =
    await Promise.all([
      import('../manifests/serve/readManifests.ts'),
      import('../markets.ts'),
      import('../manifests/session/importSources.ts'),
      import('../manifests/serve/importSourceFiles.ts'),
    ]);
  const { MANIFESTS_DIR: manifestsDirectory } = readConfig(process.env);
  const found = await salvageManifests({ manifestsDirectory, localesDirectory });
  const { set, exceptions } = found;
  return {
    markets: listMarkets((country) => set.markets[country].market),
    sources: (country: Country) => listImportSources(set.importSources, exceptions, country),
    sourceFile: (name: string) => openSourceFile(manifestsDirectory, name),
  };
}

/** Opens the database, or joins a server that holds it, once that is ready. */
async function withDatabase<T>(
  work: (database: Database) => Promise<T>,
  holding: Holding = 'passing',
): Promise<T> {
  const [{ openDatabase }, { migrate }] = await Promise.all([
    import('../database/open.ts'),
    import('../database/migrate.ts'),
  ]);
  // What is printed may stand in `$(…)`.
  const onWait = (line: string) => process.stderr.write(`${line}\n`);
  const database = await openDatabase(readConfig(process.env), { attach: true, holding, onWait });
  try {
    await migrate(database);
    database.admit();
    return await work(database);
  } finally {
    await database.close();
  }
}

async function main([name = '', ...args]: string[]): Promise<number> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command && !command.helps && args.some((one) => one === '--help' || one === '-h')) {
    print(`npm run portal -- ${command.usage}`);
    if (command.options) print(await command.options());
    return 0;
  }
  if (command) return command.run(args);
  const known = Object.values(commands).map((one) => `  npm run portal -- ${one.usage}`);
  const fault = name ? `There is no command «${name}».\n` : '';
  process.stderr.write(`${fault}Commands:\n${known.join('\n')}\n`);
  return name ? 2 : 0;
}

// Whoever reads may have seen enough, as head does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  const { message, stack } = error as Error;
  // What the operator can mend needs no stack.
  const isMendable = error instanceof ConfigError || error instanceof DatabaseLockedError;
  process.stderr.write(`${isMendable ? message : (stack ?? message)}\n`);
  process.exitCode = 2;
}
