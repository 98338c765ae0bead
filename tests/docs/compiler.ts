import { existsSync } from 'node:fs';
import path from 'node:path';
import { API, type Diagnostic, type Program } from 'typescript/unstable/async';

/** The compiler of `tsc`, kept running, so that a file that changes costs what depends on it. */
export interface Compiler {
  /** All that there is to say, a line each. */
  listFaults(): Promise<string[]>;
  /** A fault with words that is found in the nearest files, the named ones first. */
  findFault(words: string, near: readonly string[]): Promise<string | undefined>;
  /** Looks at a file that was written, made or taken away since. */
  update(file: string): Promise<void>;
  close(): Promise<void>;
}

/** Opens the project of a folder. Files are named from there on. */
export async function openCompiler(root: string): Promise<Compiler> {
  const api = new API({ cwd: root });
  const at = (file: string) => path.join(root, file);
  const config = at('tsconfig.json');
  let program = await open({ openProjects: [config] });
  const there = new Set(await program.getSourceFileNames());

  async function open(change: Parameters<typeof api.updateSnapshot>[0]): Promise<Program> {
    const snapshot = await api.updateSnapshot(change);
    const project = snapshot.getProject(config);
    if (!project) throw new Error(`${config} is no project`);
    return project.program;
  }

  return {
    async listFaults() {
      const faults = await Promise.all([
        program.getConfigFileParsingDiagnostics(),
        program.getProgramDiagnostics(),
        program.getGlobalDiagnostics(),
        program.getSyntacticDiagnostics(),
        program.getSemanticDiagnostics(),
      ]);
      return faults.flat().map((fault) => write(root, fault));
    },
    async findFault(words, near) {
      for (const file of await listByDistance(program, root, near)) {
        const faults = await program.getSemanticDiagnostics(file);
        const found = faults.map((fault) => write(root, fault)).find((one) => one.includes(words));
        if (found) return found;
      }
      return undefined;
    },
    async update(file) {
      const name = at(file);
      const was = there.delete(name);
      if (existsSync(name)) there.add(name);
      const present = was ? 'changed' : 'created';
      program = await open({
        fileChanges: { [there.has(name) ? present : 'deleted']: [name] },
      });
    },
    close: () => api.close(),
  };
}

/** Of the house's own files, those that are near first, then those in the same folders, then the rest. */
async function listByDistance(program: Program, root: string, near: readonly string[]) {
  const first = near.map((file) => path.join(root, file));
  const folders = new Set(first.map((file) => path.dirname(file)));
  const distance = (file: string) =>
    Number(!first.includes(file)) + Number(!folders.has(path.dirname(file)));
  const own = (await program.getSourceFileNames()).filter(
    (file) => file.startsWith(`${root}/`) && !file.includes('/node_modules/'),
  );
  return own.toSorted((one, other) => distance(one) - distance(other));
}

function write(root: string, { fileName, text, messageChain = [] }: Diagnostic): string {
  const chain = messageChain.map((one) => write(root, { ...one, fileName: undefined }));
  const place = fileName ? `${path.relative(root, fileName)}: ` : '';
  return [`${place}${text}`, ...chain].join('\n');
}
