// SPDX-License-Identifier: Apache-2.0
// Runs without bodies: models, circuits, control. Curves over time or over each other.
import { getDoubles } from './api.js';
import { Chart } from './chart.js';
import { h, short } from './dom.js';

const GROUPS = { 'v(': 'voltage  [V]', 'i(': 'current  [A]', q: 'position q', v: 'velocity v', x: 'state x', lambda: 'impulse or multiplier',
                 output: 'output', work: 'work  [J]', energy: 'energy  [J]', certificate: 'certificate' };
const groupOf = (name) => (name.startsWith('v(') || name.startsWith('i(') ? name.slice(0, 2) : name.split('/')[0]);

/** What one wants to see without asking: of a circuit its signals, of a sampled loop its plant too. */
function firstChoice(run) {
  const signals = run.signals.slice(0, 4);
  if (signals.some((name) => name.startsWith('v('))) return signals;
  return [...signals, ...['q', 'v', 'x', 'lambda'].flatMap((group) => run.columns.filter((name) => name.startsWith(`${group}/`)).slice(0, 3))];
}

class Plots {
  #columns = new Map();

  constructor(app, run) {
    this.run = run;
    this.chosen = new Set(firstChoice(run));
    this.charts = h('div', { class: 'charts' });
    this.axis = h('select', { id: 'axis', onchange: () => this.draw() }, ...run.columns.map((name) => h('option', {}, name)));
    this.filter = h('input', { type: 'search', id: 'filter', placeholder: 'filter', 'aria-label': 'filter columns', oninput: () => this.list() });
    this.names = h('div', { class: 'names' });
    const good = run.finished && run.status === 'solved';
    app.replaceChildren(
      h('header', {}, h('strong', {}, run.title), h('span', { class: `badge ${good ? 'good' : 'bad'}`, title: run.message }, run.finished ? run.status : 'not finished'),
        h('span', { class: 'gap' }), h('span', { class: 'quiet' }, `${run.scheme}, ${run.rows} rows, ${run.steps} steps`),
        h('button', { type: 'button', id: 'panel-toggle', 'aria-label': 'panel', onclick: () => document.body.classList.toggle('panel-hidden') }, '☰')),
      h('div', { class: 'view plots' }, this.charts),
      h('aside', {}, h('section', {}, h('h2', {}, 'Columns'), h('label', { class: 'row' }, 'over ', this.axis), this.filter, this.names),
        h('section', {}, h('h2', {}, 'Certificate'), h('dl', {},
          h('dt', {}, 'status'), h('dd', {}, run.status), h('dt', {}, 'worst residual'), h('dd', {}, short(run.worst_residual)),
          h('dt', {}, 'failed steps'), h('dd', {}, String(run.failed_steps)), h('dt', {}, 'deepest gap'), h('dd', {}, short(run.deepest_gap)),
          h('dt', {}, 'message'), h('dd', {}, run.message || '-')))));
    this.list();
  }

  list() {
    const wanted = this.run.columns.filter((name) => name !== 't' && name.includes(this.filter.value)).slice(0, 400);
    this.names.replaceChildren(...wanted.map((name) => h('label', {}, h('input', { type: 'checkbox', checked: this.chosen.has(name), 'data-name': name,
      onchange: (e) => { if (e.target.checked) this.chosen.add(name); else this.chosen.delete(name); this.draw(); } }), name)));
  }

  async column(name) {
    if (!this.#columns.has(name)) this.#columns.set(name, getDoubles(`/api/column?index=${this.run.columns.indexOf(name)}`));
    return this.#columns.get(name);
  }

  async draw() {
    const over = this.axis.value, x = await this.column(over);
    const groups = new Map();
    for (const name of this.run.columns.filter((each) => this.chosen.has(each))) {
      const group = groupOf(name);
      if (!groups.has(group)) groups.set(group, []);
      groups.get(group).push({ label: name, x, y: await this.column(name) });
    }
    const height = Math.max(170, Math.min(420, (window.innerHeight - 90) / Math.max(1, groups.size) - 60));
    this.shown = [...groups].map(([group, curves]) => {
      const chart = new Chart({ height, xLabel: over === 't' ? 't  [s]' : over });
      requestAnimationFrame(() => chart.show(curves, GROUPS[group] ?? group));
      return h('section', { class: 'plot' }, h('h2', {}, GROUPS[group] ?? group), chart.node);
    });
    this.charts.replaceChildren(...(this.shown.length > 0 ? this.shown : [h('p', { class: 'quiet' }, 'Choose columns.')]));
  }
}

export async function showPlots(app, run) {
  const plots = new Plots(app, run);
  window.nonsmooth = plots;
  await plots.draw();
  document.body.dataset.state = 'ready';
}
