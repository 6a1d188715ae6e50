// SPDX-License-Identifier: Apache-2.0
import { Color } from 'three';

/** What bodies can be coloured by: words and unit. */
export const COLOURS = { plain: ['by body', ''], speed: ['speed', 'm/s'], force: ['contact force', 'N'], dissipation: ['friction power', 'W'] };

// Dark blue over teal and amber to red: grows in lightness first, then in warmth.
const STOPS = ['#26456e', '#2f7f8f', '#62b58f', '#e8d174', '#e39a4f', '#c8463f'].map((c) => new Color(c));

/** A colour for 0 to 1. */
export function heat(share, out = new Color()) {
  const x = Math.min(Math.max(share, 0), 1) * (STOPS.length - 1), k = Math.min(Math.floor(x), STOPS.length - 2);
  return out.lerpColors(STOPS[k], STOPS[k + 1], x - k);
}

export const heatGradient = `linear-gradient(90deg, ${STOPS.map((c) => c.getStyle()).join(', ')})`;

const PLAIN = ['#b9683f', '#c47a4e', '#ad5f3a', '#cf8a5e', '#b87350'].map((c) => new Color(c));
const ROUND = ['#3f6f9f', '#5584b0', '#33608d', '#6c96bd', '#4a79a6'].map((c) => new Color(c));
const FIXED = new Color('#9aa5b1');

/** Bodies look different enough to follow one, and alike enough to be calm. */
export function plain(body, index) {
  if (body.motion === 'fixed') return FIXED;
  const shades = body.kind === 'sphere' || body.kind === 'circle' ? ROUND : PLAIN;
  return shades[(index * 7) % shades.length];
}
