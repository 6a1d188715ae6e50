// SPDX-License-Identifier: Apache-2.0
// bundle_test.mjs <root>: what is committed in viewer/dist is what viewer/src builds. Skipped (77)
// where `npm ci` was not run in viewer/.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const viewer = join(process.argv[2], 'viewer');
if (!existsSync(join(viewer, 'node_modules/esbuild'))) {
  console.log('skipped: no viewer/node_modules; run `npm ci` there');
  process.exit(77);
}
const out = mkdtempSync(join(tmpdir(), 'bundle-'));
try {
  execFileSync(process.execPath, [join(viewer, 'build.mjs'), out], { stdio: 'inherit' });
  const differing = ['index.html', 'viewer.js', 'viewer.css', 'LICENSE.three.txt'].filter(
    (name) => !readFileSync(join(out, name)).equals(readFileSync(join(viewer, 'dist', name))));
  if (differing.length > 0) {
    console.error(`out of date in viewer/dist: ${differing.join(', ')}; run \`npm run build\` in viewer/`);
    process.exit(1);
  }
  console.log('viewer/dist is up to date');
} finally {
  rmSync(out, { recursive: true });
}
