// SPDX-License-Identifier: Apache-2.0
// Playing a scene run: time, camera, picking, colours, and what is shown beside it.
import { Frames, getJson, BODY, CONTACT } from './api.js';
import { COLOURS, heat, heatGradient } from './colours.js';
import { h, short, save } from './dom.js';
import { exportGlb } from './export.js';
import { KEYS, listen } from './keys.js';
import { Panel } from './panel.js';
import { Stage } from './stage.js';

const SPEEDS = [0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10];

class Player {
  record = 0;
  playing = false;
  speed = SPEEDS.indexOf(1);
  picked = -1;
  colour = 'plain';
  following = false;
  scales = { speed: 0, force: 0, dissipation: 0 };
  #clock = 0;     // simulated time shown, s
  #before = 0;    // wall time of the last picture, ms
  #wanted = -1;   // record that is on its way

  constructor(app, run) {
    this.run = run;
    this.frames = new Frames();
    this.stage = new Stage(run);
    this.panel = new Panel(this);
    this.#layout(app);
    listen(this);
    const watcher = new ResizeObserver(() => this.stage.resize(this.view.clientWidth, this.view.clientHeight));
    watcher.observe(this.view);
    let down = null;
    this.stage.canvas.addEventListener('pointerdown', (e) => { down = [e.clientX, e.clientY]; });
    this.stage.canvas.addEventListener('pointerup', (e) => {
      // a click, not the end of a turn of the camera
      if (down && Math.hypot(e.clientX - down[0], e.clientY - down[1]) < 5) this.pick(this.stage.pick(e.clientX, e.clientY));
    });
  }

  #layout(app) {
    const { run } = this;
    const button = (label, title, onclick, id) => h('button', { type: 'button', title, 'aria-label': title, onclick, id }, label);
    this.badge = h('span', { class: 'badge', id: 'status' });
    this.playButton = button('▶', 'play or pause (space)', () => this.toggle(), 'play');
    this.slider = h('input', { type: 'range', min: 0, max: 0, value: 0, step: 1, id: 'scrub', 'aria-label': 'record',
      oninput: () => { this.pause(); this.following = false; this.seek(Number(this.slider.value)); } });
    this.clock = h('output', { id: 'clock' });
    this.speedBox = h('select', { id: 'speed', title: 'speed', 'aria-label': 'speed', onchange: () => { this.speed = Number(this.speedBox.value); } },
      ...SPEEDS.map((s, k) => h('option', { value: k, selected: s === 1 }, `${s} x`)));
    this.view = h('div', { class: 'view' }, this.stage.canvas, this.#scaleBar());
    this.followButton = button('live', 'follow the simulation', () => { this.following = !this.following; this.#showState(); }, 'follow');
    app.replaceChildren(
      h('header', {}, h('strong', {}, run.title), this.badge, h('span', { class: 'gap' }),
        button('picture', 'save a picture (s)', () => this.screenshot(), 'screenshot'),
        button('glTF', 'save this instant as a glTF file (g)', () => this.gltf(), 'gltf'),
        button('reset view', 'reset the camera (r)', () => this.stage.resetCamera(), 'reset'),
        button('?', 'keys (?)', () => this.help.showModal(), 'help'),
        button('☰', 'panel', () => document.body.classList.toggle('panel-hidden'), 'panel-toggle')),
      this.view, this.panel.node,
      h('footer', {}, button('|◂', 'to the start (Home)', () => this.seek(0)), button('◂', 'one record back (left)', () => this.step(-1)),
        this.playButton, button('▸', 'one record on (right)', () => this.step(1)), this.slider, this.clock, this.speedBox,
        run.live ? this.followButton : null),
      this.help = h('dialog', { id: 'keys' }, h('h2', {}, 'Keys'),
        h('dl', {}, ...KEYS.flatMap(([key, text]) => [h('dt', {}, h('kbd', {}, key)), h('dd', {}, text)])),
        h('form', { method: 'dialog' }, h('button', {}, 'close'))));
  }

  #scaleBar() {
    this.scaleMax = h('span', {});
    this.scaleName = h('span', {});
    this.scaleBar = h('div', { class: 'scale', hidden: true }, this.scaleName,
      h('div', {}, h('span', {}, '0'), h('i', { style: `background:${heatGradient}` }), this.scaleMax));
    return this.scaleBar;
  }

  async start() {
    this.following = this.run.live;
    await this.poll();
    if (this.frames.size === 0) throw new Error('the run has no records');
    await this.seek(this.following ? this.frames.size - 1 : 0);
    document.body.dataset.state = 'ready';
    requestAnimationFrame((now) => this.#tick(now));
  }

  /** What came since; again and again while the simulation goes. */
  async poll() {
    const state = await getJson(`/api/progress?from=${this.frames.size}`);
    if (state.records < this.frames.size) this.frames.clear();
    else this.frames.extend(state);
    if (state.body_count !== this.stage.run.bodies.length) {
      this.run = await getJson('/api/run');
      this.stage.build(this.run);
    }
    this.state = state;
    this.slider.max = this.frames.size - 1;
    this.#showState();
    this.panel.ledger(this.frames.size);
    if (state.live && !state.finished)
      setTimeout(() => this.poll().catch((error) => { this.badge.textContent = error.message; }), 400);
    if (this.following && !this.playing) this.seek(this.frames.size - 1);
  }

  #showState() {
    const { state } = this;
    const text = !state.finished ? (state.live ? 'running' : 'not finished') : state.status;
    this.badge.textContent = text;
    this.badge.className = `badge ${state.finished && state.status === 'solved' ? 'good' : state.finished ? 'bad' : 'busy'}`;
    this.badge.title = state.message;
    this.followButton.classList.toggle('on', this.following);
  }

  // --- Time

  toggle() { if (this.playing) this.pause(); else this.play(); }
  play() {
    if (this.record >= this.frames.size - 1 && !this.following) { this.record = 0; this.#clock = this.frames.t[0]; }
    this.playing = true;
    this.following = false;
    this.#clock = this.frames.t[this.record];
    this.playButton.textContent = '❚❚';
    this.#showState();
  }
  pause() {
    if (!this.playing) return;
    this.playing = false;
    this.playButton.textContent = '▶';
    this.seek(this.record);
  }
  step(count) {
    this.pause();
    this.following = false;
    return this.seek(this.record + count);
  }
  faster(count) {
    this.speed = Math.min(Math.max(this.speed + count, 0), SPEEDS.length - 1);
    this.speedBox.value = this.speed;
  }

  /** Exactly a record, with everything about it. */
  async seek(record) {
    const target = Math.min(Math.max(record, 0), this.frames.size - 1);
    this.#wanted = target;
    const frame = await this.frames.load(target);
    if (this.#wanted !== target) return;  // somebody went on
    this.record = target;
    this.#clock = frame.t;
    this.#show(frame);
    await this.panel.showBody(target);
  }
  seekTime(t) {
    this.pause();
    return this.seek(this.#recordAt(t));
  }

  #recordAt(t) {
    let low = 0, high = this.frames.size - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.frames.t[middle] <= t) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  #tick(now) {
    const seconds = Math.min(0.1, (now - this.#before) / 1000);
    this.#before = now;
    if (this.playing) this.#advance(seconds);
    this.stage.render();
    requestAnimationFrame((next) => this.#tick(next));
  }

  #advance(seconds) {
    const { frames } = this, end = frames.t[frames.size - 1];
    const clock = Math.min(end, this.#clock + seconds * SPEEDS[this.speed]);
    const record = this.#recordAt(clock), frame = frames.peek(record);
    if (!frame) return;  // it is on its way; time waits
    const next = record + 1 < frames.size ? frames.peek(record + 1) : null;
    this.#clock = clock;
    this.record = record;
    const share = next ? (clock - frame.t) / (next.t - frame.t) : 0;
    this.#show(frame, next, share);
    frames.peek(Math.min(frames.size - 1, record + 64));
    if (clock >= end && (!this.run.live || this.state.finished)) this.pause();
  }

  // --- Pictures

  #show(frame, next = null, share = 0) {
    this.frame = frame;
    this.stage.place(frame, next, share);
    this.repaint();
    this.slider.value = this.record;
    this.clock.textContent = `${short(this.#clock, 5)} s`;
    this.clock.title = `record ${this.record} of ${this.frames.size - 1}`;
    this.panel.cursor(this.#clock);
  }

  /** What a body is coloured by; also the sums of its contacts. */
  #values(frame) {
    const count = frame.bodies.length / BODY, values = new Float32Array(count);
    if (this.colour === 'speed') {
      for (let i = 0; i < count; ++i) values[i] = Math.hypot(...frame.bodies.subarray(i * BODY + 7, i * BODY + 10));
      return values;
    }
    const rows = frame.contacts;
    for (let k = 0; k < rows.length; k += CONTACT) {
      const push = Math.abs(rows[k + 8] * rows[k + 5] + rows[k + 9] * rows[k + 6] + rows[k + 10] * rows[k + 7]);
      const value = (this.colour === 'force' ? push : rows[k + 12]) / (this.run.step || 1);
      values[rows[k]] += value;
      values[rows[k + 1]] += value;
    }
    return values;
  }

  repaint() {
    const { frame, colour } = this;
    if (!frame) return;
    let push = 0;
    for (let k = 0; k < frame.contacts.length; k += CONTACT)
      push = Math.max(push, Math.hypot(frame.contacts[k + 8], frame.contacts[k + 9], frame.contacts[k + 10]));
    this.stage.overlay.show(frame, this.run.bodies, push);
    if (colour === 'plain') {
      this.stage.paint(() => null, this.picked);
    } else {
      const values = this.#values(frame);
      values.forEach((v, i) => { if (this.run.bodies[i].motion !== 'fixed' && v > this.scales[colour]) this.scales[colour] = v; });
      const largest = this.scales[colour] || 1;
      this.stage.paint((i) => (i < values.length && this.run.bodies[i].motion !== 'fixed' ? heat(Math.sqrt(values[i] / largest)) : null), this.picked);
      this.scaleName.textContent = `${COLOURS[colour][0]}  [${COLOURS[colour][1]}], square root`;
      this.scaleMax.textContent = short(largest, 3);
    }
    this.scaleBar.hidden = colour === 'plain';
  }

  setColour(name) {
    this.colour = name;
    this.panel.colourBox.value = name;
    this.repaint();
  }
  toggleOverlay(name) {
    const { overlay } = this.stage;
    overlay[name] = !overlay[name];
    if (name === 'chains') this.stage.fade(overlay.chains);
    this.panel.boxes[name].checked = overlay[name];
    this.repaint();
  }

  pick(body) {
    this.picked = body;
    this.repaint();
    return this.panel.pick(body);
  }

  screenshot() {
    this.stage.dirty = true;
    this.stage.render();
    this.stage.canvas.toBlob((blob) => save(`${this.run.title}-${short(this.#clock)}s.png`, blob));
  }
  async gltf() {
    save(`${this.run.title}-${short(this.#clock)}s.glb`, await exportGlb(this.stage));
  }
}

export async function showScene(app, run) {
  const player = new Player(app, run);
  window.nonsmooth = player;  // for tests and the curious
  await player.start();
}
