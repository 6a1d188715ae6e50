// SPDX-License-Identifier: Apache-2.0
// node build.mjs [folder]: the page, its script and style, and the licence of three.js.
import { build } from 'esbuild';
import { copyFileSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const out = process.argv[2] ?? join(here, 'dist');
mkdirSync(out, { recursive: true });
await build({
  entryPoints: { viewer: join(here, 'src/main.js') },
  bundle: true, minify: true, format: 'esm', target: 'es2022', charset: 'utf8',
  legalComments: 'eof', outdir: out, absWorkingDir: here,
});
copyFileSync(join(here, 'src/index.html'), join(out, 'index.html'));
copyFileSync(join(here, 'node_modules/three/LICENSE'), join(out, 'LICENSE.three.txt'));
