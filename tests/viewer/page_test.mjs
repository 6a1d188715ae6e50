// SPDX-License-Identifier: Apache-2.0
// page_test.mjs <path of nonsmooth> <root>: the page in Debian's Chromium, on a recorded granular
// scene, on a live one, on a model and on damaged files. Skipped (77) without playwright-core
// (`npm ci` in viewer/) or without a Chromium of the distribution; no browser is ever downloaded.
// With NS_PICTURES=<folder>, screenshots are kept there.
import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const [command, root] = process.argv.slice(2);
const browserPath = ['/usr/bin/chromium', '/usr/bin/chromium-browser'].find(existsSync);
if (!existsSync(join(root, 'viewer/node_modules/playwright-core')) || !browserPath) {
  console.log(`skipped: ${browserPath ? 'no playwright-core; run `npm ci` in viewer/' : 'no Chromium; apt install chromium'}`);
  process.exit(77);
}
try {
  execFileSync('/usr/bin/python3', ['-c', 'import h5py'], { stdio: 'ignore' });
} catch {
  console.log('skipped: no python3-h5py to read the numbers of the file with');
  process.exit(77);
}
const { chromium } = createRequire(join(root, 'viewer/package.json'))('playwright-core');

const SCENE = `
[scene]
title = "granular"
friction = 0.4
[run]
step = "2 ms"
end = 0.4
record_every = 4
[[body]]
name = "floor"
shape = { kind = "half_space" }
motion = "fixed"
${[0, 1, 2, 3, 4, 5, 6, 7].map((i) => `[[body]]
name = "grain ${i}"
shape = { kind = "sphere", radius = 0.1 }
density = 2000
position = [${0.21 * (i % 2) - 0.1}, ${0.21 * ((i >> 1) % 2) - 0.1}, ${0.1 + 0.25 * (i >> 2)}]
velocity = [${0.1 * i}, 0, 0]`).join('\n')}
[[body]]
name = "block"
shape = { kind = "cuboid", half_extents = [0.2, 0.2, 0.05] }
density = 2000
position = [0, 0, 0.7]
`;

// --- A server, a browser, and what went wrong in the page

async function serving(file, use) {
  const process_ = spawn(command, ['view', file, '--no-browser'], { stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const url = await new Promise((found, failed) => {
      let text = '';
      process_.stdout.on('data', (part) => {
        text += part;
        const match = text.match(/http:\/\/127\.0\.0\.1:\d+\//);
        if (match) found(match[0]);
      });
      process_.on('exit', () => failed(new Error(`no address: ${text}`)));
    });
    await use(url);
  } finally {
    process_.kill('SIGKILL');
  }
}

const folder = mkdtempSync(join(tmpdir(), 'viewer-'));
const browser = await chromium.launch({ executablePath: browserPath, headless: true,
  args: ['--no-sandbox', '--use-angle=swiftshader', '--enable-unsafe-swiftshader', '--ignore-gpu-blocklist'] });

/** Asks until it is so; the page's own rules against evaluating text stay in force. */
async function until(page, condition) {
  for (const end = Date.now() + 60000; Date.now() < end;) {
    if (await page.evaluate(condition)) return;
    await page.waitForTimeout(30);
  }
  throw new Error(`never happened: ${condition}`);
}

async function opened(url, viewport, use) {
  const context = await browser.newContext({ viewport, acceptDownloads: true });
  const page = await context.newPage();
  page.setDefaultTimeout(60000);
  const problems = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => { if (message.type() === 'error') problems.push(message.text()); });
  page.on('request', (request) => { if (!request.url().startsWith(url) && !/^(blob|data):/.test(request.url())) problems.push(`asked ${request.url()}`); });
  await page.goto(url);
  await until(page, () => document.body.dataset.state !== undefined);
  await use(page);
  assert.deepEqual(problems, []);
  await context.close();
}

const WIDE = { width: 900, height: 600 }, SMALL = { width: 360, height: 640 };
const keep = (page, name) => process.env.NS_PICTURES ? page.screenshot({ path: join(process.env.NS_PICTURES, `${name}.png`) }) : null;
const record = (page) => page.evaluate(() => window.nonsmooth.record);
/** A tenth of the speed: 0.4 s would be over before a busy machine has clicked twice, and a second click begin anew. */
const slowDown = (page) => page.evaluate(() => window.nonsmooth.faster(-3));
const numbers = (text) => JSON.parse(text);

/** Different colours in the 3D picture: a blank one has one. */
const coloursShown = (page) => page.evaluate(() => {
  window.nonsmooth.stage.dirty = true;
  window.nonsmooth.stage.render();
  const from = window.nonsmooth.stage.canvas, to = document.createElement('canvas');
  to.width = 160;
  to.height = 120;
  const g = to.getContext('2d');
  g.drawImage(from, 0, 0, 160, 120);
  const bytes = g.getImageData(0, 0, 160, 120).data, seen = new Set();
  for (let i = 0; i < bytes.length; i += 4) seen.add(`${bytes[i] >> 3},${bytes[i + 1] >> 3},${bytes[i + 2] >> 3}`);
  return seen.size;
});

const cases = {
  async 'plays, pauses and scrubs'(url) {
    await opened(url, WIDE, async (page) => {
      assert.equal(await page.textContent('#status'), 'solved');
      assert.equal(await record(page), 0);
      await slowDown(page);
      await page.click('#play');
      await until(page, () => window.nonsmooth.record > 3);
      await page.click('#play');
      const stopped = await record(page);
      assert.equal(await page.evaluate(() => window.nonsmooth.playing), false);
      await page.fill('#scrub', '25');
      await until(page, () => window.nonsmooth.record === 25);
      assert.match(await page.textContent('#clock'), /^0\.2 s$/);
      assert.ok(stopped > 3);
      await keep(page, 'scene');
    });
  },
  async 'a picked body has the numbers of the file'(url) {
    const last = JSON.parse(execFileSync('/usr/bin/python3', ['-c', `
import h5py, json, sys
f = h5py.File(sys.argv[1], "r")
ends = f["records"][:]
begin, end = ends[-2, 2], ends[-1, 2]
names = [json.loads(l)["name"] for l in bytes(f["bodies"][:]).decode().splitlines()]
me = names.index("grain 0")
out = [[float((1 if a == me else -1) * x) for x in row[7:10]] for (a, b, _), row in zip(f["contact_ids"][begin:end], f["contacts"][begin:end]) if me in (a, b)]
print(json.dumps({"impulses": out, "pose": list(f["pose"][ends[-2, 1] + me])}))`, join(folder, 'run.h5')], { encoding: 'utf8' }));
    assert.ok(last.impulses.length > 0);
    await opened(url, WIDE, async (page) => {
      await page.keyboard.press('End');
      await until(page, () => window.nonsmooth.record === window.nonsmooth.frames.size - 1);
      const at = await page.evaluate(() => {
        // from above, so that nothing hides what is clicked; the one that is seen is the one hit
        const { stage, run } = window.nonsmooth;
        stage.render();
        return run.bodies.map((b, i) => [i, stage.pixel(i)]).find(([i, p]) => i > 0 && p && stage.pick(...p) === i);
      });
      await page.mouse.click(...at[1]);
      await page.waitForSelector('#body h3');
      assert.equal(await page.evaluate(() => window.nonsmooth.picked), at[0]);
      await page.evaluate(() => window.nonsmooth.pick(window.nonsmooth.run.bodies.findIndex((b) => b.name === 'grain 0')));
      await page.waitForSelector('#contacts tbody tr');
      const shown = await page.$$eval('#contacts tbody tr', (rows) => rows.map((row) => row.dataset.impulse));
      assert.deepEqual(shown.map(numbers), last.impulses);
      const position = await page.getAttribute('#position span', 'title');
      assert.deepEqual(position.split(', ').map(Number), last.pose.slice(0, 3));
      await until(page, () => window.nonsmooth.panel.series.curves.length === 1);
      assert.equal(await page.evaluate(() => window.nonsmooth.panel.series.curves[0].y.length), 51);
      await keep(page, 'picked');
    });
  },
  async 'every colouring and every overlay draws'(url) {
    await opened(url, WIDE, async (page) => {
      await page.evaluate(() => window.nonsmooth.seek(40));
      const plain = await coloursShown(page);
      assert.ok(plain > 20, `${plain} colours`);
      for (const colour of ['speed', 'force', 'dissipation']) {
        await page.selectOption('#colour', colour);
        assert.ok(await coloursShown(page) > 20);
        await keep(page, `colour-${colour}`);
      }
      for (const box of ['points', 'normals', 'chains']) await page.check(`#${box}`);
      const [dots, bars] = await page.evaluate(() => [window.nonsmooth.stage.overlay.dots.count, window.nonsmooth.stage.overlay.bars.count]);
      assert.ok(dots > 0 && bars > 0, `${dots} points, ${bars} bars`);
      await keep(page, 'chains');
    });
  },
  async 'pictures and glTF are saved'(url) {
    await opened(url, WIDE, async (page) => {
      const save = async (button) => {
        const [download] = await Promise.all([page.waitForEvent('download'), page.click(button)]);
        return readFileSync(await download.path());
      };
      const picture = await save('#screenshot');
      assert.equal(picture.subarray(1, 4).toString(), 'PNG');
      assert.ok(picture.length > 10000, `${picture.length} bytes are a blank picture`);
      const gltf = await save('#gltf');
      assert.equal(gltf.subarray(0, 4).toString(), 'glTF');
      const json = JSON.parse(gltf.subarray(20, 20 + gltf.readUInt32LE(12)).toString());
      assert.ok(json.nodes.some((node) => node.name === 'grain_0' || node.name === 'grain 0'));
    });
  },
  async 'the keyboard does everything'(url) {
    await opened(url, WIDE, async (page) => {
      const press = (key) => page.keyboard.press(key);
      await press('ArrowRight');
      await until(page, () => window.nonsmooth.record === 1);
      await press('Shift+ArrowRight');
      await until(page, () => window.nonsmooth.record === 11);
      await press('ArrowLeft');
      await until(page, () => window.nonsmooth.record === 10);
      await press('End');
      await until(page, () => window.nonsmooth.record === 50);
      await press('Home');
      await until(page, () => window.nonsmooth.record === 0);
      await slowDown(page);
      await press('Space');
      await until(page, () => window.nonsmooth.playing && window.nonsmooth.record > 0);
      await press('Space');
      await press('c');
      assert.equal(await page.inputValue('#colour'), 'speed');
      await press('f');
      assert.equal(await page.isChecked('#chains'), true);
      await press(']');
      await press(']');
      await until(page, () => document.querySelector('#body h3')?.textContent.startsWith('grain 0'));
      await press('Escape');
      await until(page, () => !document.querySelector('#body h3'));
      await press('?');
      assert.equal(await page.isVisible('#keys'), true);
    });
  },
  async 'a small screen shows everything'(url) {
    await opened(url, SMALL, async (page) => {
      const inside = (selector) => page.$eval(selector, (node) => {
        const r = node.getBoundingClientRect();
        return r.width > 0 && r.left >= 0 && r.right <= window.innerWidth && r.top >= 0 && r.bottom <= window.innerHeight;
      });
      for (const selector of ['#play', '#scrub', '#clock', '#speed', '#status', '#colour', '.view > canvas'])
        assert.ok(await inside(selector), `${selector} is off the screen`);
      assert.equal(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth), true);
      await keep(page, 'small');
      await page.click('#panel-toggle');
      assert.equal(await page.isVisible('aside'), false);
      assert.ok(await coloursShown(page) > 20);
    });
  },
};

const otherCases = {
  async 'a live scene grows while one looks'() {
    writeFileSync(join(folder, 'live.toml'), SCENE.replace('end = 0.4', 'end = 4').replace('record_every = 4', 'record_every = 1'));
    await serving(join(folder, 'live.toml'), (url) => opened(url, WIDE, async (page) => {
      await until(page, () => window.nonsmooth.state.finished);
      assert.equal(await page.evaluate(() => window.nonsmooth.frames.size), 2001);
      await until(page, () => window.nonsmooth.record === 2000);  // it follows
      assert.ok(await coloursShown(page) > 20);
      await page.keyboard.press('Home');
      await until(page, () => window.nonsmooth.record === 0);
    }));
  },
  async 'a model has curves'() {
    execFileSync(command, ['demo', '--problems', '--out', folder], { stdio: 'ignore' });
    await serving(join(folder, 'ball.h5'), (url) => opened(url, WIDE, async (page) => {
      await page.waitForSelector('.plot canvas');
      assert.equal(await page.$$eval('.plot', (all) => all.length), 3);  // q, v, lambda
      await page.check('input[data-name="energy/total"]');
      await until(page, () => document.querySelectorAll('.plot').length === 4);
      await page.selectOption('#axis', 'q/ball/0');
      await page.waitForTimeout(300);
      await keep(page, 'plots');
    }));
  },
  async 'damaged files are explained in the page'() {
    const whole = readFileSync(join(folder, 'run.h5'));
    for (const [name, content] of [['cut.h5', whole.subarray(0, whole.length / 2)], ['text.h5', 'no run at all']]) {
      writeFileSync(join(folder, name), content);
      await serving(join(folder, name), (url) => opened(url, WIDE, async (page) => {
        assert.equal(await page.textContent('h1'), 'This run cannot be shown');
        assert.match(await page.textContent('.failure pre'), new RegExp(name));
        await keep(page, `failure-${name}`);
      }));
    }
  },
};

let failed = 0;
async function attempt(name, run) {
  const began = Date.now();
  try {
    await run();
    console.log(`ok      ${name} (${((Date.now() - began) / 1000).toFixed(1)} s)`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED  ${name}\n${error.stack}`);
  }
}

try {
  writeFileSync(join(folder, 'scene.toml'), SCENE);
  execFileSync(command, ['run', join(folder, 'scene.toml'), '--out', join(folder, 'run.h5')], { stdio: 'ignore' });
  await serving(join(folder, 'run.h5'), async (url) => {
    for (const [name, use] of Object.entries(cases)) await attempt(name, () => use(url));
  });
  for (const [name, use] of Object.entries(otherCases)) await attempt(name, use);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true });
}
process.exit(failed > 0 ? 1 : 0);
