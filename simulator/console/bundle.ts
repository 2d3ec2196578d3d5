import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

export type ConsoleAssets = { script: string; style: string };

const here = (name: string): URL => new URL(name, import.meta.url);

/** Later ones may overrule earlier ones; the first are those of the reports and of the documentation. */
const styles = [
  '../../spec/design-tokens.css',
  '../docs/styles/base.css',
  '../docs/styles/parts.css',
  '../docs/styles/panels.css',
  'styles/frame.css',
  'styles/forms.css',
  'styles/people.css',
  'styles/tables.css',
  'styles/tools.css',
];

/** Bundles the console; needs esbuild, which a clone has and the published package does not need. */
export async function bundleConsole(): Promise<ConsoleAssets> {
  const { build, transform } = await import('esbuild');
  const texts = await Promise.all(styles.map((name) => readFile(here(name), 'utf8')));
  const [{ outputFiles }, { code }] = await Promise.all([
    build({
      entryPoints: [fileURLToPath(here('browser/app.tsx'))],
      bundle: true,
      write: false,
      minify: true,
      format: 'esm',
      target: 'es2022',
      jsx: 'automatic',
      jsxImportSource: 'preact',
      legalComments: 'none',
      logLevel: 'silent',
    }),
    transform(texts.join('\n'), { loader: 'css', minify: true, target: 'es2022' }),
  ]);
  return { script: outputFiles[0]!.text, style: code };
}
