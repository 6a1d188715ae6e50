// SPDX-License-Identifier: Apache-2.0
import { COLOURS } from './colours.js';

export const KEYS = [
  ['space', 'play or pause'], ['← →', 'one record, with shift ten'], ['Home End', 'start and end'],
  ['- +', 'slower and faster'], ['c', 'next colouring'], ['p', 'contact points'], ['n', 'normals'],
  ['f', 'force chains'], ['[ ]', 'previous and next body'], ['Esc', 'pick none'], ['r', 'reset the camera'],
  ['s', 'save a picture'], ['g', 'save a glTF file'], ['?', 'this list']];

export function listen(player) {
  const next = (by) => {
    const count = player.run.bodies.length;
    player.pick((Math.max(player.picked, by > 0 ? -1 : 0) + by + count) % count);
  };
  const colours = Object.keys(COLOURS);
  const actions = {
    ' ': () => player.toggle(),
    ArrowLeft: (e) => player.step(e.shiftKey ? -10 : -1),
    ArrowRight: (e) => player.step(e.shiftKey ? 10 : 1),
    Home: () => player.step(-Infinity),
    End: () => player.step(Infinity),
    '-': () => player.faster(-1),
    '+': () => player.faster(1),
    '=': () => player.faster(1),
    c: () => player.setColour(colours[(colours.indexOf(player.colour) + 1) % colours.length]),
    p: () => player.toggleOverlay('points'),
    n: () => player.toggleOverlay('normals'),
    f: () => player.toggleOverlay('chains'),
    '[': () => next(-1),
    ']': () => next(1),
    Escape: () => player.pick(-1),
    r: () => player.stage.resetCamera(),
    s: () => player.screenshot(),
    g: () => player.gltf(),
    '?': () => player.help.showModal(),
  };
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || player.help.open) return;
    const typing = event.target.closest?.('select, input[type=search]');
    const pressing = event.key === ' ' && event.target.closest?.('button, input[type=checkbox]');
    if (typing || pressing || !actions[event.key]) return;
    event.preventDefault();
    actions[event.key](event);
  });
}
