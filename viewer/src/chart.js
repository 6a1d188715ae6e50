// SPDX-License-Identifier: Apache-2.0
// Curves on a canvas: axes with round numbers, a cursor at the time shown, values under the mouse.
import { h, short, PALETTE } from './dom.js';

/** Round steps that give about `count` marks. */
export function ticks(low, high, count) {
  const span = high - low;
  if (!(span > 0) || !Number.isFinite(span)) return [low];
  const rough = span / Math.max(1, count), power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 5, 10].find((f) => f * power >= rough);
  const marks = [];
  for (let k = Math.ceil(low / step - 1e-9); k * step <= high + 1e-9 * span; ++k)
    marks.push(Math.abs(k * step) < 1e-12 * span ? 0 : k * step);
  return marks;
}

function range(arrays) {
  let low = Infinity, high = -Infinity;
  for (const values of arrays)
    for (const x of values) {
      if (x < low) low = x;
      if (x > high) high = x;
    }
  if (!(low <= high)) return [0, 1];
  if (low === high) return [low - (Math.abs(low) || 1) * 0.5, high + (Math.abs(high) || 1) * 0.5];
  return [low, high];
}

export class Chart {
  curves = [];  // {label, x, y}
  cursor = null;
  #hover = null;

  /** `seek(x)` is called where the reader clicks. */
  constructor({ height = 160, seek = null, xLabel = 't  [s]' } = {}) {
    this.seek = seek;
    this.xLabel = xLabel;
    this.canvas = h('canvas', { class: 'chart', style: `height:${height}px`, role: 'img' });
    this.legend = h('div', { class: 'legend' });
    this.node = h('figure', { class: 'chart-box' }, this.canvas, this.legend);
    this.canvas.addEventListener('pointermove', (e) => { this.#hover = e.offsetX; this.draw(); });
    this.canvas.addEventListener('pointerleave', () => { this.#hover = null; this.draw(); });
    this.canvas.addEventListener('click', (e) => this.seek?.(this.#toX(e.offsetX)));
    new ResizeObserver(() => this.draw()).observe(this.canvas);
  }

  show(curves, label = '') {
    this.curves = curves;
    this.xRange = range(curves.map((c) => c.x));
    const [low, high] = range(curves.map((c) => c.y));
    const pad = 0.06 * (high - low);
    this.yRange = [low - pad, high + pad];
    this.canvas.setAttribute('aria-label', `${label}: ${curves.map((c) => c.label).join(', ')}`);
    this.legend.replaceChildren(...(curves.length > 1 && curves.length <= 16 ? curves.map((c, k) =>
      h('span', {}, h('i', { style: `background:${PALETTE[k % PALETTE.length]}` }), c.label)) : []));
    this.draw();
  }

  #toX(pixel) {
    const [low, high] = this.xRange ?? [0, 1];
    return low + (high - low) * (pixel - this.box.left) / (this.box.right - this.box.left);
  }

  draw() {
    const { canvas } = this, width = canvas.clientWidth, height = canvas.clientHeight;
    if (!width || !this.xRange) return;
    const ratio = window.devicePixelRatio || 1;
    canvas.width = width * ratio;
    canvas.height = height * ratio;
    const g = canvas.getContext('2d');
    g.scale(ratio, ratio);
    g.font = '11px system-ui, sans-serif';
    const marks = ticks(...this.yRange, height / 30), texts = marks.map((y) => short(y));
    const left = 10 + Math.max(...texts.map((text) => g.measureText(text).width));
    this.box = { left, right: width - 8, top: 8, bottom: height - 30 };
    this.#axes(g, marks, texts);
    g.save();
    g.beginPath();
    g.rect(left, this.box.top, this.box.right - left, this.box.bottom - this.box.top);
    g.clip();
    this.curves.forEach((curve, k) => this.#curve(g, curve, PALETTE[k % PALETTE.length]));
    if (this.cursor !== null) this.#vertical(g, this.px(this.cursor), '#c0504d');
    g.restore();
    if (this.#hover !== null) this.#readout(g);
  }

  px(x) {
    const [low, high] = this.xRange, { left, right } = this.box;
    return left + (right - left) * (x - low) / (high - low);
  }
  py(y) {
    const [low, high] = this.yRange, { top, bottom } = this.box;
    return bottom - (bottom - top) * (y - low) / (high - low);
  }

  #axes(g, marks, texts) {
    const { left, right, top, bottom } = this.box;
    g.strokeStyle = '#e3e7ec';
    g.fillStyle = '#5b6672';
    g.lineWidth = 1;
    g.textAlign = 'right';
    g.textBaseline = 'middle';
    marks.forEach((y, k) => {
      g.beginPath();
      g.moveTo(left, this.py(y));
      g.lineTo(right, this.py(y));
      g.stroke();
      g.fillText(texts[k], left - 5, this.py(y));
    });
    g.textAlign = 'center';
    g.textBaseline = 'top';
    for (const x of ticks(...this.xRange, (right - left) / 80)) g.fillText(short(x), this.px(x), bottom + 4);
    g.fillText(this.xLabel, (left + right) / 2, bottom + 17);
    g.strokeStyle = '#aab4bf';
    g.beginPath();
    g.moveTo(left, top);
    g.lineTo(left, bottom);
    g.lineTo(right, bottom);
    g.stroke();
  }

  // Where a pixel holds many points, their extremes are drawn: no peak is lost.
  #curve(g, { x, y }, colour) {
    const step = Math.max(1, Math.floor(x.length / (4 * (this.box.right - this.box.left))));
    g.strokeStyle = colour;
    g.lineWidth = 1.4;
    g.lineJoin = 'round';
    g.beginPath();
    let pen = false;
    const to = (k) => {
      if (Number.isNaN(y[k])) { pen = false; return; }
      if (pen) g.lineTo(this.px(x[k]), this.py(y[k]));
      else g.moveTo(this.px(x[k]), this.py(y[k]));
      pen = true;
    };
    for (let begin = 0; begin < x.length; begin += step) {
      let low = begin, high = begin;
      for (let k = begin; k < Math.min(begin + step, x.length); ++k) {
        if (y[k] < y[low]) low = k;
        if (y[k] > y[high]) high = k;
      }
      to(Math.min(low, high));
      if (low !== high) to(Math.max(low, high));
    }
    g.stroke();
  }

  #vertical(g, at, colour) {
    g.strokeStyle = colour;
    g.lineWidth = 1;
    g.beginPath();
    g.moveTo(at, this.box.top);
    g.lineTo(at, this.box.bottom);
    g.stroke();
  }

  #readout(g) {
    const at = Math.min(Math.max(this.#hover, this.box.left), this.box.right), x = this.#toX(at);
    this.#vertical(g, at, '#aab4bf');
    const lines = [`${short(x, 5)}`, ...this.curves.slice(0, 8).map((c) => {
      let k = c.x.findIndex((t) => t >= x);
      if (k < 0) k = c.x.length - 1;
      return `${c.label}: ${short(c.y[k], 6)}`;
    })];
    const wide = Math.max(...lines.map((line) => g.measureText(line).width)) + 12;
    const left = at + wide + 10 > this.box.right ? at - wide - 6 : at + 6;
    g.fillStyle = 'rgba(255,255,255,0.92)';
    g.strokeStyle = '#cbd3dc';
    g.beginPath();
    g.roundRect(left, this.box.top + 2, wide, 15 * lines.length + 6, 4);
    g.fill();
    g.stroke();
    g.fillStyle = '#1d2733';
    g.textAlign = 'left';
    g.textBaseline = 'top';
    lines.forEach((line, k) => g.fillText(line, left + 6, this.box.top + 6 + 15 * k));
  }
}
