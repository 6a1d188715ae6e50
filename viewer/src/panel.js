// SPDX-License-Identifier: Apache-2.0
// Beside the bodies: colours and contacts, the picked body with the numbers of the file, curves.
import { getDoubles, getJson } from './api.js';
import { Chart } from './chart.js';
import { COLOURS } from './colours.js';
import { h, short } from './dom.js';

const SERIES = ['x', 'y', 'z', 'qw', 'qx', 'qy', 'qz', 'vx', 'vy', 'vz', 'wx', 'wy', 'wz', 'speed', 'contact force', 'friction power'];
const UNITS = { x: 'm', y: 'm', z: 'm', vx: 'm/s', vy: 'm/s', vz: 'm/s', wx: 'rad/s', wy: 'rad/s', wz: 'rad/s', speed: 'm/s',
                'contact force': 'N', 'friction power': 'W' };
const LEDGER_CHOICES = {
  'energy  [J]': ['energy/total', 'energy/kinetic', 'energy/potential'],
  'where energy went  [J]': ['energy/normal', 'energy/tangential', 'energy/joints', 'energy/forces', 'energy/driven', 'energy/settled'],
  'energy unexplained  [J]': ['energy/closure'],
  'residual': ['certificate/residual', 'certificate/residual_invariant'],
  'contacts': ['certificate/contacts', 'certificate/islands'],
  'deepest gap  [m]': ['certificate/deepest_gap'],
  'solver iterations': ['certificate/solver_iterations'],
  'wall time per step  [s]': ['times/solve', 'times/detect', 'times/assemble', 'times/correct'],
};
const vector = (values) => h('span', { title: values.join(', ') }, values.map((x) => short(x)).join(', '));

export class Panel {
  #shown = 0;
  #asked = 0;

  constructor(player) {
    this.player = player;
    this.colourBox = h('select', { id: 'colour', onchange: () => player.setColour(this.colourBox.value) },
      ...Object.entries(COLOURS).map(([key, [label]]) => h('option', { value: key }, label)));
    this.boxes = {};
    const box = (name, label) => {
      this.boxes[name] = h('input', { type: 'checkbox', id: name, onchange: () => player.toggleOverlay(name) });
      return h('label', {}, this.boxes[name], label);
    };
    this.body = h('div', { id: 'body' }, h('p', { class: 'quiet' }, 'Click a body, or use [ and ].'));
    this.quantity = h('select', { id: 'quantity', 'aria-label': 'quantity of the body', onchange: () => this.#drawSeries() },
      ...SERIES.map((name) => h('option', { value: name, selected: name === 'speed' }, `${name}${UNITS[name] ? `  [${UNITS[name]}]` : ''}`)));
    const seek = (t) => player.seekTime(t);
    this.series = new Chart({ seek, height: 150 });
    this.seriesBox = h('div', { hidden: true }, this.quantity, this.series.node);
    this.ledgerBox = h('select', { id: 'ledger', 'aria-label': 'curve of the run', onchange: () => this.#drawLedger() },
      ...Object.keys(LEDGER_CHOICES).map((name) => h('option', { value: name }, name)));
    this.ledgerChart = new Chart({ seek, height: 150 });
    const { run } = player;
    this.node = h('aside', {},
      h('section', {}, h('h2', {}, 'Show'), h('label', { class: 'row' }, 'colour ', this.colourBox),
        h('div', { class: 'boxes' }, box('points', 'contact points'), box('normals', 'normals'), box('chains', 'force chains'))),
      h('section', {}, h('h2', {}, 'Body'), this.body, this.seriesBox),
      h('section', {}, h('h2', {}, 'Run'), this.ledgerBox, this.ledgerChart.node,
        h('p', { class: 'quiet' }, `${run.bodies.length} bodies, ${run.joints} joints, step ${short(run.step)} s, version ${run.library}`)));
  }

  cursor(t) {
    for (const chart of [this.series, this.ledgerChart]) {
      chart.cursor = t;
      chart.draw();
    }
  }

  async pick(body) {
    this.seriesBox.hidden = body < 0;
    if (body < 0) {
      this.body.replaceChildren(h('p', { class: 'quiet' }, 'Click a body, or use [ and ].'));
      return;
    }
    await this.showBody(this.player.record);
    const values = await getDoubles(`/api/series?body=${body}`);
    if (this.player.picked !== body) return;
    const width = SERIES.length + 1;
    this.columns = Array.from({ length: width }, (_, c) => {
      const column = new Float64Array(values.length / width);
      for (let i = 0; i < column.length; ++i) column[i] = values[i * width + c];
      return column;
    });
    this.#drawSeries();
  }

  #drawSeries() {
    const name = this.quantity.value;
    if (this.columns) this.series.show([{ label: name, x: this.columns[0], y: this.columns[1 + SERIES.indexOf(name)] }], name);
  }

  /** The picked body at a record, as the file has it. */
  async showBody(record) {
    const { picked, run } = this.player;
    if (picked < 0) return;
    const asked = ++this.#asked;
    const [body, about] = [await getJson(`/api/body?record=${record}&body=${picked}`).catch(() => null), run.bodies[picked]];
    if (asked !== this.#asked || this.player.picked !== picked) return;
    if (!body) {
      this.body.replaceChildren(h('p', { class: 'quiet' }, `${about.name} is not there yet.`));
      return;
    }
    const step = run.step || 1;
    const state = !body.present ? 'absent' : body.at_rest ? 'at rest' : about.motion;
    const rows = body.contacts.map((c) => h('tr', { 'data-impulse': JSON.stringify(c.impulse) },
      h('td', {}, c.with), h('td', {}, vector(c.impulse)),
      h('td', {}, h('span', { title: Math.hypot(...c.impulse) / step }, short(Math.hypot(...c.impulse) / step))),
      h('td', {}, h('span', { title: c.gap }, short(c.gap, 3)))));
    this.body.replaceChildren(
      h('h3', {}, about.name, h('span', { class: 'badge' }, state)),
      h('dl', {}, h('dt', {}, 'shape'), h('dd', {}, `${about.kind}${about.mass > 0 ? `, ${short(about.mass)} kg` : ''}`),
        h('dt', {}, 'position  [m]'), h('dd', { id: 'position' }, vector(body.pose.slice(0, 3))),
        h('dt', {}, 'quaternion'), h('dd', {}, vector(body.pose.slice(3))),
        h('dt', {}, 'velocity  [m/s]'), h('dd', {}, vector(body.velocity.slice(0, 3))),
        h('dt', {}, 'spin  [rad/s]'), h('dd', {}, vector(body.velocity.slice(3)))),
      rows.length === 0 ? h('p', { class: 'quiet' }, 'no contacts at this instant') :
        h('div', { class: 'scroll' }, h('table', { id: 'contacts' }, h('thead', {}, h('tr', {}, h('th', {}, 'with'), h('th', {}, 'impulse  [N s]'),
          h('th', {}, 'force  [N]'), h('th', {}, 'gap  [m]'))), h('tbody', {}, ...rows))));
  }

  /** Curves of the run, fetched again when it has grown by a tenth. */
  async ledger(records) {
    const { state, run } = this.player;
    if (records === this.#shown || (records < 1.1 * this.#shown && !state.finished)) return;
    this.#shown = records;
    const values = await getDoubles('/api/ledger'), width = run.ledger.length + 1;
    this.ledgerColumns = new Map(['t', ...run.ledger].map((name, c) => {
      const column = new Float64Array(values.length / width);
      for (let i = 0; i < column.length; ++i) column[i] = values[i * width + c];
      return [name, column];
    }));
    this.#drawLedger();
  }

  #drawLedger() {
    if (!this.ledgerColumns) return;
    const x = this.ledgerColumns.get('t');
    const curves = LEDGER_CHOICES[this.ledgerBox.value].map((name) => ({ label: name.split('/')[1].replaceAll('_', ' '), x, y: this.ledgerColumns.get(name) }));
    const acting = curves.filter((c) => c.y.some((v) => v !== 0));
    this.ledgerChart.show(acting.length > 0 ? acting : curves.slice(0, 1), this.ledgerBox.value);
  }
}
