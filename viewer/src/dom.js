// SPDX-License-Identifier: Apache-2.0

/** h('button', {class: 'a', onclick: f}, 'text', child) */
export function h(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith('on')) node.addEventListener(key.slice(2), value);
    else if (value === true) node.setAttribute(key, '');
    else if (value !== false && value != null) node.setAttribute(key, value);
  }
  node.append(...children.filter((child) => child != null));
  return node;
}

/** 0.00123 as 1.23e-3: short enough for a table, exact numbers are in the title. */
export function short(x, digits = 4) {
  if (x === null || Number.isNaN(x)) return '-';
  if (x === 0) return '0';
  const size = Math.abs(x);
  return size >= 1e5 || size < 1e-3 ? x.toExponential(digits - 2) : String(Number(x.toPrecision(digits)));
}

export function save(name, blob) {
  const link = h('a', { href: URL.createObjectURL(blob), download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
}

export const PALETTE = ['#1f4e79', '#c0504d', '#4f8a3d', '#8064a2', '#d08a1d', '#2a9d9d', '#7f7f7f', '#b5528c'];
